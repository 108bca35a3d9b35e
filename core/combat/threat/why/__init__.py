"""Why enemies may strike or flank: receipts, made when asked for."""

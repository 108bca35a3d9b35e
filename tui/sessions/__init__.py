"""The Sessions screen: the past, read and replayed."""

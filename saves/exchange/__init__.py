"""Outside formats, one module each: bytes in, a typed draft and findings out, and back."""

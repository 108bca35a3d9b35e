"""Pure views: core values in, messages out; they draw and say what the GM did."""

"""Views: values in, drawn text and Textual messages out."""

"""What is said for all that is not plain Persian words: tables, and rules that apply them."""

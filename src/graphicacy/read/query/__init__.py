"""Questions about graphs in logical form, and the algorithms that answer them."""

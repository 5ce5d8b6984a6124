"""The second opinion: rules checked again by other means, and the fuzz that compares the two."""

"""What every game shares: records, dice, frames, grid, adapters, notation."""

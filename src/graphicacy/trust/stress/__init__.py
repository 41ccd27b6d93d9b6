"""How often scores miss what is wrong with a drawing: defects planted in correct ones, harmless edits, and controls."""

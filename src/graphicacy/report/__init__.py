"""What people see of a run: tables, plots and the page."""

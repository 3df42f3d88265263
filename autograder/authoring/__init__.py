"""What instructors make and prove: starters from the solutions, and the audit of the graders."""

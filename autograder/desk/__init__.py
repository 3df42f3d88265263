"""The teaching assistant's desk: a class graded in parallel, kept in a gradebook, told in pages and tables."""

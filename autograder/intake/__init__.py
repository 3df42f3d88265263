"""Hand-ins as they come: folders and archives read safely, files found under odd names, a class told by its layout."""

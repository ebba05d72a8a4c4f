"""The ways to search, a class in a module each; `explore.portfolio` says what a search is."""

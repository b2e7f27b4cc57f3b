"""What stands in a bundle in place of what a bare machine lacks, so that the fold runs as it is."""

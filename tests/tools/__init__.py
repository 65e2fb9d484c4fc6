"""Programs that maintain what the tests and the product store."""

"""What has to be shown of the specification and the model, the methods that show it, and the evidence."""

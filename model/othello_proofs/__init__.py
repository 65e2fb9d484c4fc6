"""The claims about the specification and the model, the methods that prove them, the evidence."""

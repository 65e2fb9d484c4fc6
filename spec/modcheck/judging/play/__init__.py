"""Play: games with the program under test, and the facts that its replies show."""

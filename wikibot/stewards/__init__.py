"""What stewards say to the bot itself, what they take back, and the rules that wait for them."""

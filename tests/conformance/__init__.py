"""What every game must do, and where each one's rules are checked against someone else's."""

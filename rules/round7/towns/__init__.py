"""Towns: their leaders, members and treasuries."""

"""The open-loop agent: its plan sees only how many decisions there were. It shows what memory alone is worth."""

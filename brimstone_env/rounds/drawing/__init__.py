"""Pictures of Rounds-v0: what is shown of a battle, as text and as pixels."""

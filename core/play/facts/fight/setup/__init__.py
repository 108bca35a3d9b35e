"""Setting an encounter up: boards, creatures, places, what is drawn and who is hidden."""

"""What a group agrees on: seats, consent to an undo or a re-roll, disputes."""

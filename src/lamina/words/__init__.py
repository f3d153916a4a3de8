"""What the words of the library do, grouped; `memory` loads a group when one of its words is used."""

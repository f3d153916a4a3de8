"""How memories stand to each other and how they rise: pure thinking that returns verdicts and plans."""

"""How English words are said in a Persian sentence, from a pronouncing dictionary of English."""

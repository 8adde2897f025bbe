"""Texts for property tests: Persian with everything that people and programs put into it."""

from hypothesis import strategies as st

LETTERS = "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیءأإؤئ"
MARKS = "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0653\u0654\u0655\u0670"
STRANGE = "يىكةۀہھٹڈڑںےۆێەڵﷲﻻﻼ\u200c\u200d\u0640\u200f\u202b\ufeff٣۴5Aé😀\u0301"
SPACES = " \n،.؟!«»()"

persian = st.text(alphabet=LETTERS + "   ", max_size=60)
marked = st.text(alphabet=LETTERS + MARKS + "  ", max_size=60)
anything = st.text(alphabet=LETTERS + MARKS + STRANGE + SPACES, max_size=80)
unicode = st.one_of(anything, st.text(max_size=40))

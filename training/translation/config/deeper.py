"""What trains weights of the `cpu` configuration further with half as many encoder layers more.

The new layers stand above the old ones and change nothing at first (`training.growth`). A step is
27 % dearer. After some ten passes over the data in the smaller size, more parameters are worth that.
"""

from dataclasses import replace

from training.translation.config.further import CONFIG as _FURTHER

CONFIG = replace(_FURTHER, model=replace(_FURTHER.model, encoder_layers=6), seed=3)

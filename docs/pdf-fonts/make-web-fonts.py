"""Makes the web fonts from the whole variable ones (commit 99126912, public/fonts): the weights that the styles use, one optical size
(the axis alone was 90 kB), and of the features kerning, ligatures, composition, local forms and the figures and arrows that pages ask for.

pip install fonttools==4.68.0 brotli==1.2.1, then: python make-web-fonts.py <folder of the whole fonts> <public/fonts>
"""

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SANS = ["kern", "ccmp", "locl", "tnum", "calt"]
SERIF = ["kern", "ccmp", "locl", "liga"]
FONTS = [
    ("inter-latin-wght-normal", "inter-latin-400-600", {"wght": (400, 600)}, SANS),
    ("inter-latin-ext-wght-normal", "inter-latin-ext-400-600", {"wght": (400, 600)}, SANS),
    ("source-serif-4-latin-opsz-normal", "source-serif-4-latin-400-700", {"wght": (400, 700), "opsz": 20}, SERIF),
    ("source-serif-4-latin-ext-wght-normal", "source-serif-4-latin-ext-400-700", {"wght": (400, 700)}, SERIF),
    ("source-serif-4-latin-wght-italic", "source-serif-4-latin-400-italic", {"wght": 400}, SERIF),
]


def limited(source: Path, limits: dict) -> TTFont:
    """The font with fewer weights, read again as the subsetter wants it."""
    font = instancer.instantiateVariableFont(TTFont(source), limits)
    font.flavor = None
    written = io.BytesIO()
    font.save(written)
    written.seek(0)
    font = TTFont(written)
    if "gvar" in font:
        kept = font["gvar"].variations
        font["gvar"].variations = {name: kept[name] if name in kept else [] for name in font.getGlyphOrder()}
    return font


def main(sources: Path, target: Path) -> None:
    for source, name, limits, features in FONTS:
        font = limited(sources / f"{source}.woff2", limits)
        options = subset.Options(layout_features=features, hinting=False, notdef_outline=True, glyph_names=False)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=font.getBestCmap().keys())
        subsetter.subset(font)
        font.flavor = "woff2"
        font.save(target / f"{name}.woff2")


main(Path(sys.argv[1]), Path(sys.argv[2]))

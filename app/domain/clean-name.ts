/**
 * Titles and names as people type or paste them, the same in the browser and on the server. Invisible characters come along
 * with copied text, or make one name read as another; the few that belong to what is seen stay.
 */

/** Control characters, broken halves of characters, line ends, and the blank of Braille, which looks like a space. */
const BLANKS = /[\p{Cc}\p{Cs}\u2028\u2029\u2800]+/gu;

/**
 * Everything that Unicode lists as ignorable (zero-width characters, direction marks, embeddings, overrides and isolates, tags,
 * soft hyphens, Hangul fillers, byte order marks), interlinear marks and noncharacters. Not joiners and variation selectors,
 * which are looked at below, nor the tags of a flag of England, Scotland or Wales, which is what is captured.
 */
const IGNORABLE =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|(?!\p{Variation_Selector}|\p{Join_Control})[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/** Variation selectors that vary nothing: they belong after signs, emoji, digits, and letters of scripts without case. */
const LONE_SELECTORS = /(?<![\p{Lo}\p{N}\p{P}\p{S}])\p{Variation_Selector}/gu;

/** Joiners and non-joiners that stand neither within a word nor (joiners) between two parts of an emoji. */
const LONE_JOINERS =
  /(?!(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3])\u200D(?=\p{Extended_Pictographic}))[\u200C\u200D]/gu;

/** Something that can be seen: combining marks alone stand on nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u;

/** A title or name on one line, without invisible characters; empty where nothing in it can be seen. */
export function cleanName(text: string): string {
  const clean = text
    .replace(BLANKS, " ")
    .replace(IGNORABLE, (_match, flag: string | undefined) => flag ?? "")
    .replace(LONE_SELECTORS, "")
    .replace(LONE_JOINERS, "")
    .replace(/\s+/gu, " ")
    .trim();
  return VISIBLE.test(clean) ? clean : "";
}

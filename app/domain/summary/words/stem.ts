import { withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/**
 * A light stem of a folded word: endings of number, gender and the commonest verb forms. Light on purpose: two words that
 * are only related ("general", "generate") must not become one, because grounding rests on it.
 */
const ENDINGS: Readonly<Record<MeetingLanguage, readonly (readonly [ending: string, becomes: string])[]>> = withOthers<
  readonly (readonly [ending: string, becomes: string])[]
>(
  {
    en: [
      ["ations", "at"],
      ["ation", "at"],
      ["ingly", ""],
      ["edly", ""],
      ["ments", ""],
      ["ment", ""],
      ["sses", "ss"],
      ["ies", "y"],
      ["ied", "y"],
      ["ings", ""],
      ["ing", ""],
      ["ers", ""],
      ["ed", ""],
      ["er", ""],
      ["ly", ""],
      ["es", ""],
      ["ss", "ss"],
      ["us", "us"],
      ["s", ""],
      ["e", ""],
    ],
    es: [
      ["aciones", "a"],
      ["acion", "a"],
      ["amientos", "a"],
      ["amiento", "a"],
      ["imientos", "i"],
      ["imiento", "i"],
      ["aremos", "a"],
      ["eremos", "e"],
      ["iremos", "i"],
      ["ariamos", "a"],
      ["abamos", "a"],
      ["amente", ""],
      ["iendo", ""],
      ["ando", ""],
      ["aran", ""],
      ["eran", ""],
      ["iran", ""],
      ["aria", ""],
      ["amos", ""],
      ["emos", ""],
      ["imos", ""],
      ["aba", ""],
      ["ada", ""],
      ["ado", ""],
      ["adas", ""],
      ["ados", ""],
      ["ida", ""],
      ["ido", ""],
      ["idas", ""],
      ["idos", ""],
      ["are", ""],
      ["ara", ""],
      ["ere", ""],
      ["era", ""],
      ["ire", ""],
      ["ira", ""],
      ["ces", "z"],
      ["es", ""],
      ["ar", ""],
      ["er", ""],
      ["ir", ""],
      ["an", ""],
      ["en", ""],
      ["as", ""],
      ["os", ""],
      ["a", ""],
      ["o", ""],
      ["e", ""],
      ["s", ""],
    ],
    fr: [
      ["ations", ""],
      ["ation", ""],
      ["ements", ""],
      ["ement", ""],
      ["erions", ""],
      ["eront", ""],
      ["erons", ""],
      ["erait", ""],
      ["erai", ""],
      ["era", ""],
      ["aient", ""],
      ["ant", ""],
      ["ait", ""],
      ["ees", ""],
      ["ons", ""],
      ["ent", ""],
      ["aux", "al"],
      ["ee", ""],
      ["er", ""],
      ["ez", ""],
      ["es", ""],
      ["s", ""],
      ["x", ""],
      ["e", ""],
    ],
    ca: [
      ["acions", "a"],
      ["acio", "a"],
      ["aments", ""],
      ["ament", ""],
      ["arem", ""],
      ["arien", ""],
      ["aran", ""],
      ["aria", ""],
      ["ades", ""],
      ["ada", ""],
      ["ats", ""],
      ["ant", ""],
      ["ent", ""],
      ["ava", ""],
      ["are", ""],
      ["ara", ""],
      ["at", ""],
      ["it", ""],
      ["em", ""],
      ["en", ""],
      ["ar", ""],
      ["er", ""],
      ["ir", ""],
      ["es", ""],
      ["os", ""],
      ["ns", ""],
      ["n", ""],
      ["s", ""],
      ["a", ""],
      ["e", ""],
      ["o", ""],
    ],
  },
  [],
);
/** Shorter stems than this mix up words that have nothing to do with each other. */
const STEM_CHARS_MIN = 4;

/** The stem of a folded word; numbers and short words are their own. */
export function stem(folded: string, language: MeetingLanguage): string {
  if (folded.length <= STEM_CHARS_MIN || /\d/u.test(folded)) return folded.length === 4 ? singular(folded) : folded;
  for (const [ending, becomes] of ENDINGS[language]) {
    if (!folded.endsWith(ending)) continue;
    const base = folded.slice(0, folded.length - ending.length) + becomes;
    if (base.length >= STEM_CHARS_MIN) return undouble(base, language);
    if (becomes === ending) return folded;
  }
  return folded;
}

/** "plans" and "plan", "fees" and "fee", but not "this". */
function singular(folded: string): string {
  return /[^su]s$/u.test(folded) ? folded.slice(0, -1) : folded;
}

/** "planned" → "plann" → "plan". */
function undouble(base: string, language: MeetingLanguage): string {
  return language === "en" && /([bdgmnprt])\1$/u.test(base) ? base.slice(0, -1) : base;
}

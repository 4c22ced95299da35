import { foldWord } from "#app/domain/transcript/fold.ts";

/**
 * Writes a word as it sounds, in a spelling that Catalan, Spanish, French and English share: what a recogniser confuses becomes one
 * letter ("Chirona" and "Girona" are "xirona"). Rough by intent: it finds candidates, and their letters are compared as well.
 */
export function soundKey(word: string): string {
  let sound = foldWord(word.toLowerCase().replaceAll("ç", "s"));
  for (const [written, spoken] of RULES) sound = sound.replace(written, spoken);
  return sound;
}

/** In this order: long spellings before the letters that they consist of. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/ph/gu, "f"],
  [/(?:tsch|tch|sch|tx|ch|sh)/gu, "x"],
  // "platja", "Sitges", "judge", "Django".
  [/[td]g(?=[eiy])|[td]j/gu, "x"],
  // Catalan "Puig", "maig".
  [/(?<=[aeou])ig$/u, "x"],
  [/(?:gn|ny|nh)/gu, "n"],
  [/th/gu, "t"],
  [/qu(?=[eiy])|ck|q/gu, "k"],
  [/gu(?=[eiy])/gu, "G"],
  [/g(?=[eiy])|j/gu, "x"],
  [/c(?=[eiy])|z/gu, "s"],
  [/c/gu, "k"],
  [/h/gu, ""],
  [/(?:eau|au)/gu, "o"],
  [/(?:ou|oo|w)/gu, "u"],
  [/ee/gu, "i"],
  [/y/gu, "i"],
  [/v/gu, "b"],
  // Spanish speakers begin "Spotify" with an e.
  [/^es(?=[^aeiou])/u, "s"],
  [/(.)\1+/gu, "$1"],
  [/G/gu, "g"],
];

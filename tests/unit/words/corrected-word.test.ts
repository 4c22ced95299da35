import { expect, test } from "vitest";
import { correctedWord } from "#app/domain/words/corrected-word.ts";

test.each<[string, string, string | null]>([
  ["Vamos a Chirona mañana.", "Vamos a Girona mañana.", "Girona"],
  ["Hemos ido a San Kugat, y ya.", "Hemos ido a Sant Cugat, y ya.", "Sant Cugat"],
  ["We use open eye a lot.", "We use OpenAI a lot.", "OpenAI"],
  // No name: common words, other capitals, a sentence that was written anew, words that were added or left out.
  ["We went their.", "We went there.", null],
  ["Vamos a girona.", "Vamos a Girona.", null],
  ["Vamos a Chirona.", "Entonces Marta y Luis se fueron a Girona con Pol.", null],
  ["Vamos a mañana.", "Vamos a Girona mañana.", null],
  ["Vamos a Girona mañana.", "Vamos mañana.", null],
  // The first word of a sentence has its capital letter for another reason.
  ["Chirona está lejos.", "Esto está lejos.", null],
  ["Igual.", "Igual.", null],
])("%s → %s: %s", (before, after, name) => {
  expect(correctedWord(before, after)).toBe(name);
});

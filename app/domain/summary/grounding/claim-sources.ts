import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isGroupWord, speaksOfItself, speaksOfUs } from "#app/domain/summary/grounding/free-words.ts";
import { labelWords, type Passage } from "#app/domain/summary/grounding/passages.ts";
import { type Claim, meansTheSame, type Words } from "#app/domain/summary/grounding/tokens.ts";
import { allNumbersClaimed, numbersSaid } from "#app/domain/summary/words/numbers.ts";

/** A claim of a line and the spoken claims that it may repeat, each in one sentence of the passage. */
export type Found = { claim: Claim; sources: readonly { spoken: number; claim: Claim }[]; isSpeaker: boolean };

/**
 * Returns the spoken claims of a passage that a claim of a line may repeat, or null when the passage does not have it. Numbers that are
 * written in several words and words that were said in two have no source of their own; a name may be that of the speaker, and "the
 * team" the people who said "we".
 */
export function sourcesOf(
  claim: Claim,
  words: Words,
  text: string,
  passage: Passage,
  language: MeetingLanguage,
): Found | null {
  const sources = passage.spoken.flatMap((spoken, index) =>
    spoken.words.claims
      .filter((said) => meansTheSame(claim, said, language))
      .map((said) => ({ spoken: index, claim: said })),
  );
  if (sources.length > 0) return { claim, sources, isSpeaker: false };
  const all = passage.spoken.map((spoken) => spoken.text).join(" ");
  if (claim.number !== null) return areAllNumbersIn(text, all, language) ? { claim, sources, isSpeaker: false } : null;
  if (isJoinedOf(claim.word, passage)) return { claim, sources, isSpeaker: false };
  const isSpeaker = passage.spoken.some(
    (spoken) => labelWords(spoken.speaker).includes(claim.word) && speaksOfItself(spoken.text, language),
  );
  if (isSpeaker) return { claim, sources, isSpeaker: true };
  const isTeam =
    isGroupWord(claim.word, language) &&
    words.claims[claim.at + 1]?.isAfterBe !== true &&
    passage.spoken.some((spoken) => speaksOfUs(spoken.text, language));
  return isTeam ? { claim, sources, isSpeaker: true } : null;
}

/** "Twenty five" is "25" in the passage, whatever its single words are. */
function areAllNumbersIn(text: string, said: string, language: MeetingLanguage): boolean {
  const numbers = numbersSaid(said, language);
  return allNumbersClaimed(text, language).every((number) => number === "0" || number === "1" || numbers.has(number));
}

/** "Timetable" is said as "time table" too. */
function isJoinedOf(word: string, { spoken }: Passage): boolean {
  return spoken.some(({ words: { claims } }) =>
    claims.some((claim, index) => word === claim.word + (claims[index + 1]?.word ?? " ")),
  );
}

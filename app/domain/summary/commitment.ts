import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { areDaysSaid, MONTHS } from "#app/domain/summary/words/calendar.ts";
import { numbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import type { Said } from "#app/domain/summary/evidence.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Words that are no one's name. "I will send it" is assigned to the speaker, and only when the source names the speaker. */
const NOBODY = new Set(
  (
    "i me we us you he she they them it myself ourselves somebody someone anybody everyone everybody nobody none unassigned unknown " +
    "tbd na null undefined yo tu el ella nosotros nosotras vosotros ellos ellas usted ustedes alguien nadie todos todas ninguno " +
    "je moi nous vous il elle ils on quelqu personne tous jo nosaltres vosaltres ell ells algu ningu tothom speaker ponente " +
    "the a un una le la les los las and y et i o or de del"
  ).split(" "),
);

/** Words of a deadline that do not say when. */
const AROUND_DEADLINE = new Set(
  "by on at in before the for until till due para el la los las por en a al antes de del hasta pour le les avant d l au jusqu per abans fins als".split(
    " ",
  ),
);

/** Returns the folded words of an owner's name; none for "I", "the team" and other words that are nobody's name. */
export function ownerWords(name: string): string[] {
  return foldedWords(name).filter((word) => !NOBODY.has(word) || /\d/u.test(word));
}

/**
 * Tells whether a deadline in another language than the talk's may have been said: a date must be the same date, and its numbers,
 * weekdays and months must have been said. Words like "soon" cannot be checked.
 */
export function mayDeadlineBeSaid(deadline: string, said: Said, written: MeetingLanguage): boolean {
  const date = dateOf(deadline);
  if (date) return isDateSaid(date, said);
  const isEachNumberSaid = numbersClaimed(deadline, written).every((number) => said.numbers.has(number));
  return isEachNumberSaid && areDaysSaid(deadline, said.words);
}

/** Tells whether the deadline was said: its words or, for a date in digits, the same date. */
export function isDeadlineSaid(deadline: string, said: Said, language: MeetingLanguage): boolean {
  const date = dateOf(deadline);
  if (date) return isDateSaid(date, said);
  const words = foldedWords(deadline).filter((word) => !AROUND_DEADLINE.has(word));
  const content = words.filter((word) => !isStopWord(word, language));
  const needed = content.length > 0 ? content : words;
  if (needed.length === 0) return false;
  const claimed = numbersClaimed(deadline, language);
  return (
    needed.every((word) => said.words.has(word) || /\d/u.test(word)) &&
    claimed.every((number) => said.numbers.has(number))
  );
}

type DigitDate = { day: number; month: number };

/**
 * Reads 2026-03-05, 05/03/2026 and 5.3.: the day comes before the month when both are possible, as in three of the four
 * languages.
 */
function dateOf(text: string): DigitDate | null {
  const iso = /(?<!\d)\d{4}-(\d{1,2})-(\d{1,2})(?!\d)/u.exec(text);
  if (iso) return { month: Number(iso[1]), day: Number(iso[2]) };
  const written = /(?<!\d)(\d{1,2})[/.](\d{1,2})(?:[/.](?:\d{4}|\d{2})|\.)(?!\d)/u.exec(text);
  if (!written) return null;
  const [first, second] = [Number(written[1]), Number(written[2])];
  return second > 12 ? { day: second, month: first } : { day: first, month: second };
}

function isDateSaid({ day, month }: DigitDate, said: Said): boolean {
  const named = (MONTHS[month - 1] ?? []).some((name) => said.words.has(name));
  const inDigits = dateOf(said.text);
  const same = inDigits !== null && inDigits.day === day && inDigits.month === month;
  return same || (named && said.numbers.has(String(day)));
}

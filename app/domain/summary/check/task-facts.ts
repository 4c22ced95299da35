import type { Checker } from "#app/domain/summary/check/check-text.ts";
import type { Places } from "#app/domain/summary/check/find-places.ts";
import { daysIn } from "#app/domain/summary/words/calendar.ts";
import { isTranslated, type Range, type Talk, widened } from "#app/domain/summary/check/talk-index.ts";
import { isDeadlineSaid, mayDeadlineBeSaid, ownerWords } from "#app/domain/summary/commitment.ts";
import { saidInTexts } from "#app/domain/summary/evidence.ts";
import { isSpeaking } from "#app/domain/summary/words/first-person.ts";

/** Segments around a task in which its owner and its deadline are looked for: "Can you do that?" and "Yes, on Friday." */
const AROUND = 2;

/** Tells whether somebody of that name is named near the task, or speaks there of themselves. */
export function isOwnerHeard({ talk }: Checker, name: string, { ranges }: Places): boolean {
  const parts = ownerWords(name);
  if (parts.length === 0) return false;
  return ranges.some((range) => {
    const near = widened(talk, range, AROUND);
    const heard = talk.heard.slice(near.from, near.to);
    const isNamed = parts.every((part) => heard.some(({ words }) => words.includes(part)));
    return (
      isNamed ||
      heard.some((one) => parts.every((part) => one.speaker.includes(part)) && isSpeaking(one.text, talk.language))
    );
  });
}

/** Tells whether a deadline was said near the task: its words, the same date, or in another language the same day and numbers. */
export function isDeadlineHeard({ talk }: Checker, deadline: string, { ranges }: Places): boolean {
  return ranges.some((range) => {
    const said = saidAt(talk, widened(talk, range, AROUND));
    if (!isTranslated(talk)) return isDeadlineSaid(deadline, said, talk.language);
    const days = daysIn(deadline);
    const heard = daysIn(said.text);
    return mayDeadlineBeSaid(deadline, said, talk.written) && [...days].every((day) => heard.has(day));
  });
}

function saidAt({ heard, language }: Talk, { from, to }: Range) {
  const parts = heard.slice(from, to);
  return saidInTexts(
    parts.map(({ text }) => text),
    parts.flatMap(({ speaker }) => speaker),
    language,
  );
}

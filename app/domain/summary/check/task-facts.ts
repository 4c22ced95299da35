import { hasRules } from "#app/domain/summary/check/check-facts-only.ts";
import type { Checker } from "#app/domain/summary/check/check-text.ts";
import type { Places } from "#app/domain/summary/check/find-places.ts";
import { daysIn } from "#app/domain/summary/words/calendar.ts";
import {
  type Heard,
  isTranslated,
  type Range,
  type Talk,
  textOf,
  widened,
} from "#app/domain/summary/check/talk-index.ts";
import { isAssent, isQuestion, turnsIn } from "#app/domain/summary/check/turns-in.ts";
import { isDeadlineSaid, mayDeadlineBeSaid, ownerWords } from "#app/domain/summary/commitment.ts";
import { saidInTexts } from "#app/domain/summary/evidence.ts";
import { isAddressing, isSpeaking } from "#app/domain/summary/words/first-person.ts";

/** Segments around a task in which its owner and its deadline are looked for: "Can you do that?" and "Yes, on Friday." */
const AROUND = 2;

/** Tells whether somebody of that name is named near the task, speaks there of themselves, or says yes to what another asks of them. */
export function isOwnerHeard({ talk }: Checker, name: string, { ranges }: Places): boolean {
  const parts = ownerWords(name);
  if (parts.length === 0) return false;
  // A name may have another ending, or another script, than the one that was said. A sentence is nobody's name.
  if (!hasRules(talk)) return mayBeName(name, parts) || talk.heard.some((one) => isBy(parts, one));
  return ranges.some((range) => {
    const near = widened(talk, range, AROUND);
    const heard = talk.heard.slice(near.from, near.to);
    const isNamed = parts.every((part) => heard.some(({ words }) => words.includes(part)));
    return (
      isNamed ||
      heard.some((one) => isBy(parts, one) && isSpeaking(one.text, talk.language)) ||
      saysYes(talk, parts, near)
    );
  });
}

/** More words, or a number, are part of a sentence: a small model puts one where a person was to stand. */
const NAME_WORDS_MAX = 5;

function mayBeName(name: string, parts: readonly string[]): boolean {
  return parts.length <= NAME_WORDS_MAX && !/\p{N}/u.test(name);
}

/** "Could you send it?", "Sure." Whoever answers next is the one who was asked. */
function saysYes(talk: Talk, parts: readonly string[], near: Range): boolean {
  const turns = turnsIn(talk, near).filter((turn) => textOf(talk, turn).trim() !== "");
  return turns.some((turn, at) => {
    const asked = turns[at - 1];
    const answers = talk.heard[turn.from];
    if (!asked || !answers || !isBy(parts, answers) || !isAssent(talk, turn)) return false;
    return isQuestion(talk, asked) || isAddressing(textOf(talk, asked), talk.language);
  });
}

function isBy(parts: readonly string[], { speaker }: Heard): boolean {
  return parts.every((part) => speaker.includes(part));
}

/** Tells whether a deadline was said near the task: its words, the same date, or in another language the same day and numbers. */
export function isDeadlineHeard({ talk }: Checker, deadline: string, { ranges }: Places): boolean {
  if (!hasRules(talk)) return true;
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

import type { Translate } from "#app/i18n/translate.ts";
import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import type { Locale } from "#app/domain/languages.ts";
import { formatMoment } from "#app/domain/time.ts";
import { formatDuration } from "#app/i18n/format.ts";

type Words = { t: Translate<"chat">; locale: Locale };

/** The owner and the deadline of a task, and that a line comes from the minutes; empty where there is nothing to say. */
export function noteOf({ owner, deadline, isFromMinutes }: AnswerLine, t: Translate<"chat">): string {
  return [owner, deadline, isFromMinutes && t("answer.fromMinutes")]
    .filter((part) => typeof part === "string")
    .join(" · ");
}

/** A line of an answer as plain text: its moments, who said it, what is said, and in brackets what the page shows beside it. */
export function copiedLine(line: AnswerLine, moments: readonly { startMs: number }[], { t, locale }: Words): string {
  const beside = line.spokenMs === undefined ? noteOf(line, t) : formatDuration(line.spokenMs, locale);
  return [
    ...moments.map(({ startMs }) => formatMoment(startMs)),
    ...(line.speaker === undefined ? [] : [`${line.speaker}:`]),
    line.text,
    ...(beside === "" ? [] : [`(${beside})`]),
  ].join(" ");
}

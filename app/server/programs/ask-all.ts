import { ASK_PROGRAM_MS_MAX } from "#app/domain/limits/ask.ts";
import type { PublicAnswer } from "#app/contracts/public.ts";
import { shownAnswer } from "#app/server/ask/threads.ts";
import { writeAnswer } from "#app/server/ask/write-answer.ts";
import type { KeyCaller } from "#app/server/keys/authenticate-key.ts";
import { citationOf } from "#app/server/programs/cite-moment.ts";
import { isoTime, meetingUrl } from "#app/server/programs/list-pages.ts";
import type { Services } from "#app/server/services.ts";

type Asked = { question: string; person?: string | undefined; after?: string | undefined; before?: string | undefined };

/** Asks all meetings of a person for a program: the whole answer at once, as the app gives it. Nothing is kept. */
export async function askAllAsProgram(
  services: Pick<Services, "config" | "db" | "asks" | "language" | "log" | "now">,
  { actor, user }: KeyCaller,
  asked: Asked,
): Promise<PublicAnswer> {
  const answer = await writeAnswer(services, {
    actor,
    user,
    question: narrowed(asked),
    earlier: [],
    signal: AbortSignal.timeout(ASK_PROGRAM_MS_MAX),
    onReading: () => {},
  });
  // The answer may have taken minutes, in which the person lost a meeting.
  const { by, notice, trouble, lookedAt, lines } = await shownAnswer(services, actor, answer);
  return {
    answeredBy: by,
    notice,
    trouble,
    lookedAt,
    lines: lines.map(({ text, unconfirmed, speaker, meetId, title, startsAt, startMs, segmentId }) => ({
      text,
      ...(unconfirmed ? { unconfirmed } : {}),
      speaker: speaker ?? null,
      meeting: { id: meetId, title, startsAt: isoTime(startsAt) },
      ...citationOf(meetingUrl(services, meetId), { startMs, ...(segmentId === null ? {} : { id: segmentId }) }),
    })),
  };
}

/** The fields of a program as the filters that a person types. A quote in a name would end the filter. */
function narrowed({ question, person, after, before }: Asked): string {
  const filters = [
    person === undefined ? [] : [`person:"${person.replace(/["“”«»„]/gu, " ")}"`],
    after === undefined ? [] : [`after:${after}`],
    before === undefined ? [] : [`before:${before}`],
  ];
  return [question, ...filters.flat()].join(" ");
}

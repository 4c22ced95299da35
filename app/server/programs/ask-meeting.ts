import { chatEvent } from "#app/contracts/meeting/chat.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { Exchange } from "#app/domain/chat/exchange.ts";
import { noticeText } from "#app/domain/chat/notices.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { KeyCaller } from "#app/server/keys/authenticate-key.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { ChatRefusal, ChatStream } from "#app/server/ports/meeting-chat.ts";
import { citationOf, type Citation } from "#app/server/programs/cite-moment.ts";
import { meetingUrl } from "#app/server/programs/list-pages.ts";
import type { Services } from "#app/server/services.ts";

type ProgramAnswer = {
  meetingId: string;
  url: string;
  /** "model": written by a model and checked against the transcript. "quotes" and "labels": quoted, or counted. */
  answeredBy: "model" | "quotes" | "labels" | null;
  /** Says that nothing was found, or what limits the answer. */
  notices: string[];
  /** `unconfirmed`: the check did not find the line in the recording; its citations are the nearest moments. */
  lines: { text: string; unconfirmed?: true; speaker?: string; spokenMs?: number; citations: Citation[] }[];
};
type Refusal = Exclude<ChatRefusal, "not-retryable"> | "unanswered";

/** Asks about a meeting for a program: the whole answer at once, each line with the moments that prove it. Nothing is kept. */
export async function askAsProgram(
  services: Pick<Services, "config" | "db" | "chats" | "meetings">,
  { actor, user }: KeyCaller,
  { meetId, question }: { meetId: MeetId; question: string },
): Promise<Outcome<ProgramAnswer, Refusal>> {
  const mayAsk = async () => {
    const viewer = await accessTo(services, actor, meetId);
    return viewer && may(viewer, "chat") ? viewer : null;
  };
  if (!(await mayAsk())) return refused("not-found");
  const asker = { userId: actor.userId, locale: user.locale, sessionHash: `token:${actor.tokenId}` };
  const asked = await services.chats.askChat(meetId, asker, { question, isKept: false });
  if (!asked.ok) return refused(asked.reason === "not-retryable" ? "unanswered" : asked.reason);
  const exchange = await lastOf(asked.value);
  // The answer may have taken minutes, in which the person lost the meeting.
  const viewer = await mayAsk();
  const view = viewer && (await services.meetings.view(meetId, viewer));
  if (!view) return refused("not-found");
  return exchange?.state === "answered" ? ok(answerOf(services, view, exchange)) : refused("unanswered");
}

/** Reads the events to their end. Null: the meeting is gone, or the stream broke off. */
async function lastOf(stream: ChatStream): Promise<Exchange | null> {
  const text = await new Response(stream).text();
  for (const line of text.split("\n").toReversed()) {
    const event = line === "" ? null : chatEvent.parse(JSON.parse(line));
    if (event?.type === "ended") return event.exchange;
  }
  return null;
}

function answerOf(
  services: Pick<Services, "config">,
  { head, segments }: MeetingView,
  { answer }: Exchange,
): ProgramAnswer {
  const url = meetingUrl(services, head.meetId);
  const cited = new Map(segments.map((segment) => [segment.id, segment]));
  const lines = answer?.lines ?? [];
  return {
    meetingId: head.meetId,
    url,
    answeredBy: answer?.by ?? null,
    notices: answer?.notice ? [noticeText(answer.notice, lines.length > 0)] : [],
    lines: lines.map(({ text, unconfirmed, speaker, spokenMs, segmentIds }) => ({
      text,
      ...(unconfirmed ? { unconfirmed } : {}),
      ...(speaker === undefined ? {} : { speaker }),
      ...(spokenMs === undefined ? {} : { spokenMs }),
      citations: segmentIds.flatMap((id) => {
        const segment = cited.get(id);
        return segment ? [citationOf(url, segment)] : [];
      }),
    })),
  };
}

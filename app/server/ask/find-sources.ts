import type { ReadQuestion } from "#app/domain/ask/read-question.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { startOfDay } from "#app/domain/search/local-day.ts";
import { faultOf } from "#app/server/log.ts";
import { accessToEach } from "#app/server/workspace/access-to.ts";
import type { PassagesAsked, PassagesFound } from "#app/server/ports/ask.ts";
import { sharedByWorkspace } from "#app/server/search/search-meetings.ts";
import type { Services } from "#app/server/services.ts";

/** Words that widen a question count less than its own. */
const WIDER_WEIGHT = 0.5;

type Wanted = Pick<ReadQuestion, "words" | "scope"> & {
  widerWords: readonly string[];
  earlier: PassagesAsked["earlier"];
  timeZone: string;
};

/**
 * Finds passages for a question in the meetings that the actor may read, as the search does: the index of their workspace, and those of the
 * people who show them meetings, each for these only. Each meeting is checked against D1 before anything of it is read.
 */
export async function findSources(
  services: Pick<Services, "db" | "asks" | "log">,
  actor: PersonActor,
  wanted: Wanted,
): Promise<PassagesFound> {
  const { scope, words, widerWords, earlier, timeZone } = wanted;
  const { persons, speakers, after, before } = scope;
  const startsFrom = after === null ? null : startOfDay(after, timeZone);
  const startsBefore = before === null ? null : startOfDay(before, timeZone);
  const weighed = [
    ...words.map((word) => ({ word, weight: 1 })),
    ...widerWords.map((word) => ({ word, weight: WIDER_WEIGHT })),
  ];
  const asked = { userId: actor.userId, startsFrom, startsBefore, persons, speakers, words: weighed, earlier };
  const { among } = await sharedByWorkspace(services.db, actor, { startsFrom, startsBefore, after: null });
  const ask = (question: PassagesAsked) => services.asks.of(question.workspaceId).findPassages(question);
  const own = ask({ workspaceId: actor.workspaceId, ...asked });
  const others = [...among].map(async ([workspaceId, meetIds]): Promise<PassagesFound> => {
    try {
      return await ask({ workspaceId, among: meetIds, ...asked });
    } catch (error) {
      // One index that does not answer must not hide what the others have.
      services.log("ask.shared.failed", { workspaceId, error: faultOf(error) });
      return { meetings: [], lookedAt: 0, isComplete: false };
    }
  });
  const found = await Promise.all([own, ...others]);
  const meetings = found.flatMap((one) => one.meetings);
  const readable = await readableMeetings(
    services,
    actor,
    meetings.map(({ meetId }) => meetId),
  );
  return {
    meetings: meetings.filter(({ meetId }) => readable.has(meetId)),
    lookedAt: found.reduce((sum, { lookedAt }) => sum + lookedAt, 0),
    isComplete: found.every(({ isComplete }) => isComplete),
  };
}

/** Those of some meetings of which the actor may read and ask now. */
export async function readableMeetings(
  services: Pick<Services, "db">,
  actor: PersonActor,
  meetIds: readonly MeetId[],
): Promise<ReadonlySet<string>> {
  const readable = new Set<string>();
  // D1 takes a hundred values in a statement.
  for (let at = 0; at < meetIds.length; at += IDS_MAX) {
    const viewers = await accessToEach(services, actor, meetIds.slice(at, at + IDS_MAX));
    for (const [meetId, viewer] of viewers)
      if (may(viewer, "chat") && may(viewer, "read-transcript")) readable.add(meetId);
  }
  return readable;
}
const IDS_MAX = 80;

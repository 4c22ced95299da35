import type { ReadQuestion } from "#app/domain/ask/read-question.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { startOfDay } from "#app/domain/search/local-day.ts";
import { accessToEach } from "#app/server/workspace/access-to.ts";
import type { PassagesAsked, PassagesFound } from "#app/server/ports/ask.ts";
import { askedIndexes, askEach } from "#app/server/search/asked-indexes.ts";
import type { Services } from "#app/server/services.ts";

/** Words that widen a question count less than its own. */
const WIDER_WEIGHT = 0.5;

type Wanted = Pick<ReadQuestion, "words" | "scope"> & {
  widerWords: readonly string[];
  earlier: PassagesAsked["earlier"];
  timeZone: string;
};

/**
 * Finds passages for a question in the meetings that the actor may read, in the indexes that the search asks. Each meeting is checked against D1
 * before anything of it is read.
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
  const { scopes, next } = await askedIndexes(services.db, actor, { startsFrom, startsBefore, after: null });
  const found = await askEach<PassagesFound>(services, scopes, {
    ask: (scope) => services.asks.of(scope.workspaceId).findPassages({ ...scope, ...asked }),
    missing: { meetings: [], lookedAt: 0, isComplete: false },
  });
  const once = new Map(found.flatMap((one) => one.meetings.map((meeting) => [meeting.meetId, meeting])));
  const meetings = [...once.values()];
  const readable = await readableMeetings(
    services,
    actor,
    meetings.map(({ meetId }) => meetId),
  );
  return {
    meetings: meetings.filter(({ meetId }) => readable.has(meetId)),
    lookedAt: found.reduce((sum, { lookedAt }) => sum + lookedAt, 0),
    isComplete: next === null && found.every(({ isComplete }) => isComplete),
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

import type { MeetId } from "#app/domain/ids.ts";
import type { MayHave } from "#app/server/ports/event-consumer.ts";

type Asked = { meetId: MeetId; id: number };

/** Whether an event has anywhere to go. */
export type KnownDestinations = (event: Asked) => Promise<MayHave>;

/** Meetings whose answers are kept: their events may be told in turn. */
const MEETINGS_KEPT = 100;

/**
 * Answers whether the events of a meeting have anywhere to go. One answer serves all that were stored when it was asked for: what is added later is
 * told of later events only, and a team that is shown the meeting later takes it as it is then. A publishing is some eight events, of which each
 * consumer would ask. An answer that came along with events is noted, and nobody asks.
 */
export function knownDestinations(
  sql: SqlStorage,
  ask: (of: { meetId: MeetId }) => Promise<MayHave>,
): { of: KnownDestinations; note: (upTo: Asked, answer: MayHave) => void } {
  const known = new Map<MeetId, { id: number; answer: Promise<MayHave> }>();
  function keep({ meetId, id }: Asked, answer: Promise<MayHave>): void {
    known.delete(meetId);
    known.set(meetId, { id, answer });
    const [oldest] = known.keys();
    if (known.size > MEETINGS_KEPT && oldest !== undefined) known.delete(oldest);
  }
  return {
    of({ meetId, id }) {
      const last = known.get(meetId);
      if (last && last.id >= id) return last.answer;
      const answer = ask({ meetId });
      keep({ meetId, id: Math.max(id, latestEvent(sql, meetId)) }, answer);
      // The event comes again, and asks anew.
      answer.catch(() => {
        if (known.get(meetId)?.answer === answer) known.delete(meetId);
      });
      return answer;
    },
    note(upTo, answer) {
      if ((known.get(upTo.meetId)?.id ?? 0) < upTo.id) keep(upTo, Promise.resolve(answer));
    },
  };
}

function latestEvent(sql: SqlStorage, meetId: MeetId): number {
  return sql.exec<{ id: number }>("SELECT coalesce(max(event_id), 0) AS id FROM events WHERE meet_id = ?", meetId).one()
    .id;
}

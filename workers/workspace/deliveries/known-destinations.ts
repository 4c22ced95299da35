import type { MeetId } from "#app/domain/ids.ts";
import type { MayHave } from "#app/server/deliveries/may-have-destinations.ts";

type Asked = { meetId: MeetId; id: number };

/** Whether an event has anywhere to go. */
export type KnownDestinations = (event: Asked) => Promise<MayHave>;

/**
 * Asks whether the events of a meeting have anywhere to go once for all that are stored by then: what is added later is told of later events only.
 * A publishing is some eight events, of which each consumer would ask.
 */
export function knownDestinations(sql: SqlStorage, ask: (meetId: MeetId) => Promise<MayHave>): KnownDestinations {
  let last: (Asked & { answer: Promise<MayHave> }) | null = null;
  return (event) => {
    if (last === null || last.meetId !== event.meetId || last.id < event.id) {
      const answer = ask(event.meetId);
      last = { meetId: event.meetId, id: Math.max(event.id, latestEvent(sql, event.meetId)), answer };
      // The event comes again, and asks anew.
      answer.catch(() => (last = null));
    }
    return last.answer;
  };
}

function latestEvent(sql: SqlStorage, meetId: MeetId): number {
  return sql.exec<{ id: number }>("SELECT coalesce(max(event_id), 0) AS id FROM events WHERE meet_id = ?", meetId).one()
    .id;
}

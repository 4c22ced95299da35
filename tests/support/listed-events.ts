import { asc } from "drizzle-orm";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** For worker tests: the events of a person's calendars, as the lists of their workspace have them. */
export function listedEvents(userId: string) {
  return eventsOf({ lists: listsOf(workerEnv) }, userId)
    .select()
    .from(calendarEvents)
    .orderBy(asc(calendarEvents.startsAt), asc(calendarEvents.id));
}

import {
  HOME_LATEST_MEETINGS,
  HOME_MEETINGS_IN_PROGRESS_MAX,
  HOME_PLANNED_CALLS,
  HOME_TASKS,
} from "#app/domain/limits/screens.ts";
import { ENDED_STATUSES, STATUSES_IN_PROGRESS } from "#app/domain/meeting/status.ts";
import { readCredits } from "#app/server/usage/read-credits.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { listEvents } from "#app/server/calendars/list-events.ts";
import { listMeetings } from "#app/server/workspace/own-meetings.ts";
import { listParked } from "#app/server/deliveries/parked-destinations.ts";
import type { Services } from "#app/server/services.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { listUploads } from "#app/server/uploads/list-uploads.ts";

/** The short lists of Home. */
export async function readHome(services: Services, caller: Caller) {
  const { actor, user } = caller;
  const myOpenTasks = { filters: { mine: true, done: false }, limit: HOME_TASKS, name: user.name, after: null };
  const [credits, running, planned, ended, waiting, open, upcoming, parked] = await Promise.all([
    readCredits(services, caller),
    listMeetings(services, actor, { limit: HOME_MEETINGS_IN_PROGRESS_MAX, statuses: STATUSES_IN_PROGRESS }),
    listMeetings(services, actor, { limit: HOME_PLANNED_CALLS, statuses: ["SCHEDULE"], soonest: true }),
    listMeetings(services, actor, { limit: HOME_LATEST_MEETINGS, statuses: ENDED_STATUSES }),
    listUploads(services, actor),
    listTasks(services, actor, myOpenTasks),
    listEvents(services, caller, new URLSearchParams()),
    listParked(services, actor.userId),
  ]);
  const unfinished = waiting.ok ? waiting.value.uploads : [];
  const unfinishedIds = new Set(unfinished.map(({ meetId }) => meetId));
  return {
    userName: user.name,
    isOnboarded: user.onboarded,
    now: services.now(),
    usage: { uploads: credits.usage.uploads, recordings: credits.usage.recordings },
    unfinished,
    // Named once: there is more to say of them than that they wait for their recording.
    inProgress: running.meetings.filter(({ id }) => !unfinishedIds.has(id)),
    planned: planned.meetings,
    upcoming: upcoming.is_connected ? upcoming : null,
    tasks: open.tasks,
    latest: ended.meetings,
    parked: parked.map(({ kind, name }) => ({ kind, name })),
  };
}

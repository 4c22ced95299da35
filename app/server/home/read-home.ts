import { ownershipOf } from "#app/domain/account/actor.ts";
import { UPCOMING_DEFAULT_MS } from "#app/domain/limits/calendars.ts";
import {
  HOME_LATEST_MEETINGS,
  HOME_MEETINGS_IN_PROGRESS_MAX,
  HOME_PLANNED_CALLS,
  HOME_TASKS,
} from "#app/domain/limits/screens.ts";
import { ENDED_STATUSES, STATUSES_IN_PROGRESS } from "#app/domain/meeting/status.ts";
import { selectConnected, selectUpcoming, upcomingOf } from "#app/server/calendars/list-events.ts";
import { parkedOf, selectParked } from "#app/server/deliveries/parked-destinations.ts";
import type { Caller } from "#app/server/identity/session.ts";
import type { Services } from "#app/server/services.ts";
import { selectNamedTasks, selectOwnTasks, selectTeamTasks, tasksOf } from "#app/server/tasks/list-tasks.ts";
import { uploadsOf } from "#app/server/uploads/list-uploads.ts";
import { selectUnfinished } from "#app/server/uploads/unfinished.ts";
import { creditsOf, selectCredits } from "#app/server/usage/read-credits.ts";
import { usageOf } from "#app/server/usage/usage-ledger.ts";
import { listItem, selectMeetings } from "#app/server/workspace/own-meetings.ts";
import { readAllLists } from "#app/server/workspace/read-lists.ts";

/**
 * The short lists of Home, in one request to D1 and one to the lists of the workspace and of the person's team: a page that is told of a change reads this and nothing else
 * (decision 227).
 */
export async function readHome(services: Services, caller: Caller) {
  const { db } = services;
  const { actor, user } = caller;
  const at = services.now();
  const myOpenTasks = { filters: { mine: true, done: false }, limit: HOME_TASKS, name: user.name, after: null };
  const answers = await readAllLists(services, actor, {
    own: (list) => ({
      running: selectMeetings(list, actor, { limit: HOME_MEETINGS_IN_PROGRESS_MAX, statuses: STATUSES_IN_PROGRESS }),
      planned: selectMeetings(list, actor, { limit: HOME_PLANNED_CALLS, statuses: ["SCHEDULE"], soonest: true }),
      ended: selectMeetings(list, actor, { limit: HOME_LATEST_MEETINGS, statuses: ENDED_STATUSES }),
      ownTasks: selectOwnTasks(list, actor, myOpenTasks),
      ...selectUpcoming(list, caller, { from: at, to: at + UPCOMING_DEFAULT_MS }),
    }),
    besides: {
      used: selectCredits(services, caller),
      waiting: selectUnfinished(db, ownershipOf(actor)),
      namedTasks: selectNamedTasks(db, actor, myOpenTasks),
      ...selectConnected(db, caller),
      ...selectParked(db, actor.userId),
    },
    shown: (list, team) => ({ teamTasks: selectTeamTasks(list, { ...myOpenTasks, team }) }),
  });
  const { uploads, recordings } = creditsOf(caller, answers.used).usage;
  const unfinished = uploadsOf(answers.waiting);
  const unfinishedIds = new Set<string>(unfinished.map(({ meetId }) => meetId));
  const upcoming = upcomingOf(caller, answers, { usage: usageOf(answers.used), now: at });
  return {
    userName: user.name,
    isOnboarded: user.onboarded,
    now: at,
    usage: { uploads, recordings },
    unfinished,
    // Named once: there is more to say of them than that they wait for their recording.
    inProgress: answers.running.map(listItem).filter(({ id }) => !unfinishedIds.has(id)),
    planned: answers.planned.map(listItem),
    upcoming: upcoming.is_connected ? upcoming : null,
    tasks: tasksOf(actor, myOpenTasks, answers).tasks,
    latest: answers.ended.map(listItem),
    parked: parkedOf(answers).map(({ kind, name }) => ({ kind, name })),
  };
}

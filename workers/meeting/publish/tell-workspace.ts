import { backOffDelayMs } from "#app/domain/back-off.ts";
import { DOMAIN_EVENTS_TELL_MS_MAX } from "#app/domain/limits/domain-events.ts";
import { STEP_BACK_OFF } from "#app/domain/limits/steps.ts";
import { faultOf } from "#app/server/log.ts";
import { inRounds, type Rounds } from "#workers/durable/in-rounds.ts";
import { withTimeLimit } from "#workers/durable/time-limit.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";
import { eventCursors, forgetToldEvents, untoldEvents, WORKSPACE } from "#workers/meeting/store/domain-events.ts";

/**
 * Passes a meeting's domain events to its workspace, in order and at least once. Nothing of the meeting waits for it: what cannot be told
 * now is told by the alarm.
 */
export function workspaceTeller(
  deps: Pick<MeetingDeps, "tellWorkspace" | "log" | "now" | "random">,
  storage: DurableObjectStorage,
): Rounds {
  const { sql } = storage;
  const cursors = eventCursors(sql);
  return inRounds(async () => {
    for (let events = untoldEvents(sql); events.length > 0; events = untoldEvents(sql)) {
      const row = readMeeting(sql);
      const cursor = cursors.read([WORKSPACE]);
      const last = events.at(-1);
      if (row === null || cursor === null || last === undefined || cursor.dueAt > deps.now()) return;
      const { meetId, workspaceId } = row;
      // Due again should this life of the object end before the workspace answers.
      cursors.postpone([WORKSPACE], deps.now() + DOMAIN_EVENTS_TELL_MS_MAX);
      try {
        const told = events;
        await withTimeLimit(DOMAIN_EVENTS_TELL_MS_MAX, () => deps.tellWorkspace(workspaceId, meetId, told));
        forgetToldEvents(storage, last.id);
      } catch (error) {
        const attempt = cursor.attempts + 1;
        cursors.noteFailed([WORKSPACE], deps.now() + backOffDelayMs(STEP_BACK_OFF, attempt, deps.random()));
        deps.log("meeting.events.failed", { meetId, attempt, error: faultOf(error) });
        return;
      }
    }
  });
}

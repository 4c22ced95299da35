import { ALARM_WHILE_BUSY_MS } from "#app/domain/limits/steps.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import { faultOf } from "#app/server/log.ts";
import { runAlarm } from "#workers/durable/alarm.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { listSubscriber } from "#workers/meeting/publish/list-subscriber.ts";
import { pdfSubscriber } from "#workers/meeting/publish/pdf.ts";
import { createPublisher } from "#workers/meeting/publish/publisher.ts";
import { nextEventsAt } from "#workers/meeting/store/domain-events.ts";
import { workspaceTeller } from "#workers/meeting/publish/tell-workspace.ts";
import { readAlive } from "#workers/meeting/view.ts";
import { type MeetingWork, meetingWork } from "#workers/meeting/work.ts";

/** Runs a meeting's work and tells of it, in the right order: after a change, beside a waiting run, and in the alarm. */
export interface MeetingLoop {
  /** Tells all subscribers at once and removes the rest of a deleted meeting; the alarm does all other work. */
  settle(): Promise<void>;
  /** Begins the next window beside an alarm run that waits for another one, so that it need not wait as well. */
  workBeside(): void;
  /** Sets an alarm that was lost. */
  mendAlarm(): Promise<void>;
  alarm(): Promise<void>;
}

export function meetingLoop(ctx: DurableObjectState, deps: MeetingDeps): MeetingLoop {
  const { storage } = ctx;
  const publisher = createPublisher({
    ...deps,
    sql: storage.sql,
    sockets: () => ctx.getWebSockets(),
    subscribers: [listSubscriber(deps.lists), pdfSubscriber(deps.now, () => work.arm())],
  });
  const work: MeetingWork = meetingWork({
    deps,
    storage,
    holder: ctx.id.toString(),
    changed: () => ctx.waitUntil(publisher.flush()),
    alsoDueAt: () => nextEventsAt(storage.sql),
  });

  const workspace = workspaceTeller(deps, storage);
  // Never awaited: a slow workspace delays neither a change nor the alarm.
  const tellWorkspace = () =>
    ctx.waitUntil(
      workspace
        .run()
        .then(() => work.arm())
        .catch((error: unknown) => deps.log("meeting.events.failed", { error: faultOf(error) })),
    );

  async function runBeside(): Promise<void> {
    try {
      const { notBefore } = await work.run();
      await work.arm(notBefore);
    } catch (error) {
      deps.log(ALARM_FAILED, { error: faultOf(error) });
      await work.arm(deps.now() + ALARM_WHILE_BUSY_MS);
    }
  }

  return {
    async settle() {
      // First, because events that are being passed on need no alarm at once.
      tellWorkspace();
      await work.arm();
      const told = publisher.flush();
      await work.run(isLastRite);
      // The alarm may have come meanwhile and found the removal under way; one that failed needs another.
      if (readAlive(storage.sql) === null) await work.arm();
      await told;
    },
    workBeside: () => ctx.waitUntil(runBeside()),
    async mendAlarm() {
      if ((await storage.getAlarm()) === null) await work.arm();
    },
    alarm: () =>
      runAlarm({
        async work() {
          tellWorkspace();
          await publisher.flush();
          const ran = await work.run();
          await publisher.flush();
          tellWorkspace();
          return ran;
        },
        arm: (notBefore) => work.arm(notBefore),
        event: ALARM_FAILED,
        ...deps,
      }),
  };
}

const ALARM_FAILED = "meeting.alarm.failed";

/** Whether an effect is performed before a discarding call answers. */
function isLastRite({ type }: MeetingEffect): boolean {
  return type === "remove-content";
}

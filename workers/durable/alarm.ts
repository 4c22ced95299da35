import { ALARM_WHILE_BUSY_MS } from "#app/domain/limits/steps.ts";
import { faultOf, type Log } from "#app/server/log.ts";

/**
 * The one alarm of an object. It is only a wake-up: the truth is in storage, and an alarm that finds nothing to do sets none.
 */
export type Wake = {
  /** When the next thing falls due that is not under way; null where nothing waits for a time. */
  dueAt: number | null;
  /** Nothing is done before then. */
  notBefore: number;
  /** Work is under way in this life of the object. Should the process die, the alarm begins it again. */
  isBusy: boolean;
  now: number;
};

/** When the alarm comes, in epoch ms; null where none is needed. */
export function wakeAt({ dueAt, notBefore, isBusy, now }: Wake): number | null {
  const times = [
    dueAt === null ? null : Math.max(dueAt, notBefore),
    isBusy ? Math.max(now + ALARM_WHILE_BUSY_MS, notBefore) : null,
  ].filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(Math.min(...times), now);
}

export async function setAlarmFor(storage: DurableObjectStorage, wake: Wake): Promise<void> {
  const at = wakeAt(wake);
  if (at !== null) await storage.setAlarm(at);
}

/**
 * One run of the alarm. What it throws is logged and tried again: thrown out of the alarm, the platform would try a few times and then
 * forget the object.
 */
export async function runAlarm(alarm: {
  /** Answers when to come back at the earliest. */
  work: () => Promise<{ notBefore: number }>;
  arm: (notBefore: number) => Promise<void>;
  event: string;
  log: Log;
  now: () => number;
}): Promise<void> {
  let notBefore: number;
  try {
    ({ notBefore } = await alarm.work());
  } catch (error) {
    alarm.log(alarm.event, { error: faultOf(error) });
    notBefore = alarm.now() + ALARM_WHILE_BUSY_MS;
  }
  await alarm.arm(notBefore);
}

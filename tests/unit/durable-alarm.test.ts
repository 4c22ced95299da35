import { expect, test } from "vitest";
import { ALARM_WHILE_BUSY_MS } from "#app/domain/limits/steps.ts";
import { runAlarm, wakeAt } from "#workers/durable/alarm.ts";

const NOW = 1_000_000;

test.each([
  { name: "nothing waits and nothing is under way", dueAt: null, notBefore: 0, isBusy: false, at: null },
  { name: "work is due later", dueAt: NOW + 7, notBefore: 0, isBusy: false, at: NOW + 7 },
  { name: "work was due long ago", dueAt: 0, notBefore: 0, isBusy: false, at: NOW },
  { name: "work is due, but not to be begun yet", dueAt: NOW, notBefore: NOW + 50, isBusy: false, at: NOW + 50 },
  { name: "work is under way", dueAt: null, notBefore: 0, isBusy: true, at: NOW + ALARM_WHILE_BUSY_MS },
  { name: "work is due beside work under way", dueAt: NOW + 9, notBefore: 0, isBusy: true, at: NOW + 9 },
])("sets the alarm when $name", ({ at, name: _name, ...wake }) => {
  expect(wakeAt({ ...wake, now: NOW })).toBe(at);
});

test("logs what an alarm throws and comes back a little later", async () => {
  const armed: number[] = [];
  const logged: string[] = [];
  await runAlarm({
    work: () => Promise.reject(new Error("broken")),
    arm: async (notBefore) => void armed.push(notBefore),
    event: "room.alarm.failed",
    log: (event) => void logged.push(event),
    now: () => NOW,
  });
  expect(logged).toEqual(["room.alarm.failed"]);
  expect(armed).toEqual([NOW + ALARM_WHILE_BUSY_MS]);
});

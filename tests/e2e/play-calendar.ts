import { expect } from "#tests/e2e/acta-test.ts";

/** Sends an order to the stand-in for the calendars of Google and Microsoft (workers/stand-ins/calendar/control.mjs). */
export async function orderCalendar(identityOrigin: string, order: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${identityOrigin}/calendar-control`, { method: "POST", body: JSON.stringify(order) });
  expect(answer.status).toBe(200);
}

/** Runs the cron of each minute. */
export async function runCron(origin: string): Promise<void> {
  await fetch(`${origin}/_local/cron`, { method: "POST", headers: { Origin: origin } });
}

import { afterEach, expect, test, vi } from "vitest";
import { CALENDAR_ACCOUNTS_MAX, CALENDARS_MAX } from "#app/domain/limits/calendars.ts";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { changeAll } from "#app/features/calendars/change-all.ts";

/** §4: all calendars at once, by the calls of §7, of which some may fail. */

const MEANT = [
  { id: "work", account: { provider: "google", account_id: "nora" } },
  { id: "team", account: { provider: "google", account_id: "nora" } },
  { id: "home", account: { provider: "google", account_id: "private" } },
  { id: "club", account: { provider: "ics", account_id: "feed" } },
] as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

type Asked = { path: string; body: { calendar_ids: string[] } };

/**
 * Answers calls whose path or body has the word with the status, those over `callsMax` with 429, and all others with 200. Returns the calls
 * so far.
 */
function server(refused: string, status: number, callsMax = Number.POSITIVE_INFINITY): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit & { body: string }) => {
    const { body } = init;
    asked.push({ path: `${init.method} ${path}`, body: JSON.parse(body) });
    const error = { code: "unavailable", message: "That one calendar.", reason: null };
    const refusal = asked.length > callsMax ? 429 : status;
    return `${path}${body}`.includes(refused) || refusal === 429
      ? Response.json({ error, detail: error.message }, { status: refusal })
      : Response.json({ calendars: [] });
  });
  return asked;
}

test.each([
  [true, "POST /api/acta/connect-calendar"],
  [false, "DELETE /api/acta/calendar-setup"],
] as const)("the calendars of an account are changed by one call (active: %s)", async (isActive, call) => {
  const asked = server("nothing", 500);
  expect(await changeAll(MEANT, isActive)).toEqual({
    changed: ["work", "team", "home", "club"],
    result: { ok: true, value: null },
  });
  expect(asked).toEqual([
    { path: `${call}/google`, body: { calendar_ids: ["work", "team"] } },
    { path: `${call}/google`, body: { calendar_ids: ["home"] } },
    { path: `${call}/ics`, body: { calendar_ids: ["club"] } },
  ]);
});

test.each([
  [1, 300],
  [2, 300],
  [CALENDAR_ACCOUNTS_MAX, CALENDAR_ACCOUNTS_MAX * CALENDARS_MAX],
])("with %i accounts, %i calendars are activated within the limit of calls a minute", async (accounts, count) => {
  const asked = server("nothing", 500, RATE_LIMITS.edit);
  const meant = Array.from({ length: count }, (_calendar, index) => ({
    id: `calendar-${index}`,
    account: { provider: "google", account_id: `account-${index % accounts}` } as const,
  }));
  const done = await changeAll(meant, true);
  expect(done.result).toEqual({ ok: true, value: null });
  expect(done.changed.toSorted()).toEqual(meant.map(({ id }) => id).toSorted());
  expect(asked.flatMap(({ body }) => body.calendar_ids).toSorted()).toEqual(done.changed.toSorted());
  // The most that a call may name.
  expect(Math.max(...asked.map(({ body }) => body.calendar_ids.length))).toBeLessThanOrEqual(CALENDARS_MAX);
});

test.each([
  ["an account cannot be activated", true, "team", ["home", "club"]],
  ["those of a provider cannot be deactivated", false, "google", ["club"]],
  ["none can be activated", true, "calendar", []],
] as const)(
  "where %s, the others stay changed, and no text of one call stands for all",
  async (_what, isActive, refused, changed) => {
    server(refused, 503);
    const done = await changeAll(MEANT, isActive);
    expect(done.changed).toEqual(changed);
    expect(done.result).toMatchObject({ ok: false, message: null });
  },
);

test("an ended session is told as such", async () => {
  server("calendar", 401);
  expect((await changeAll(MEANT, true)).result).toMatchObject({ ok: false, kind: "signed-out" });
});

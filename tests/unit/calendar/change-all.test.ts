import { afterEach, expect, test, vi } from "vitest";
import { changeAll } from "#app/features/calendars/change-all.ts";

/** §4: all calendars at once, by the calls of §7, of which some may fail. */

const MEANT = [
  { id: "work", account: { provider: "google" } },
  { id: "team", account: { provider: "google" } },
  { id: "club", account: { provider: "ics" } },
] as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers calls whose path or body has the word with the status, and all others with 200. Returns the calls so far. */
function server(refused: string, status: number): { path: string; body: unknown }[] {
  const asked: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit & { body: string }) => {
    const { body } = init;
    asked.push({ path: `${init.method} ${path}`, body: JSON.parse(body) });
    const error = { code: "unavailable", message: "That one calendar.", reason: null };
    return `${path}${body}`.includes(refused)
      ? Response.json({ error, detail: error.message }, { status })
      : Response.json({ calendars: [] });
  });
  return asked;
}

test("every inactive calendar is activated by a call of its own", async () => {
  const asked = server("nothing", 500);
  expect(await changeAll(MEANT, true)).toEqual({
    changed: ["work", "team", "club"],
    result: { ok: true, value: null },
  });
  expect(asked).toEqual([
    { path: "POST /api/acta/connect-calendar/google", body: { calendar_id: "work" } },
    { path: "POST /api/acta/connect-calendar/google", body: { calendar_id: "team" } },
    { path: "POST /api/acta/connect-calendar/ics", body: { calendar_id: "club" } },
  ]);
});

test("the calendars of a provider are deactivated by one call", async () => {
  const asked = server("nothing", 500);
  expect(await changeAll(MEANT, false)).toMatchObject({ changed: ["work", "team", "club"], result: { ok: true } });
  expect(asked).toEqual([
    { path: "DELETE /api/acta/calendar-setup/google", body: { calendar_ids: ["work", "team"] } },
    { path: "DELETE /api/acta/calendar-setup/ics", body: { calendar_ids: ["club"] } },
  ]);
});

test.each([
  ["one is not activated", true, "team", ["work", "club"]],
  ["the ones of a provider are not deactivated", false, "google", ["club"]],
  ["none is activated", true, "calendar", []],
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

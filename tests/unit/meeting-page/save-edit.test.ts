import { afterEach, expect, test, vi } from "vitest";
import { tickTask } from "#app/contracts/endpoints/edits.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";

afterEach(() => vi.unstubAllGlobals());

const tick = () => saveEdit(tickTask, { params: { meetId: "a" }, body: { taskId: "b", done: true } });

/** Answers one call after the other; a rejection is a broken network. */
function answers(...given: (Response | Error)[]) {
  const fetching = vi.fn(async () => {
    const next = given[fetching.mock.calls.length - 1];
    if (next instanceof Response) return next;
    throw next;
  });
  vi.stubGlobal("fetch", fetching);
  return fetching;
}

const refusal = (status: number) =>
  Response.json({ error: { code: "unavailable", message: "Error saving meeting", reason: null } }, { status });

test.each([
  ["the network broke", new TypeError("Failed to fetch")],
  ["something in front of the server answered", new Response("<h1>Bad gateway</h1>", { status: 502 })],
])("a save is sent a second time when %s", async (_why, first) => {
  const fetching = answers(first, Response.json(null));
  expect(await tick()).toMatchObject({ ok: true });
  expect(fetching).toHaveBeenCalledTimes(2);
});

test.each([503, 409])("the server's own refusal (%s) is not repeated", async (status) => {
  const fetching = answers(refusal(status), Response.json(null));
  expect(await tick()).toMatchObject({ ok: false, message: "Error saving meeting" });
  expect(fetching).toHaveBeenCalledTimes(1);
});

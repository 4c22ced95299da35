import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { newMeetId } from "#app/domain/ids.ts";
import type { EventConsumer, WorkspaceEvent } from "#app/server/ports/event-consumer.ts";
import { call } from "#tests/support/api.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { countDeadLetters, saveDeadLetter } from "#workers/workspace/store.ts";

/** `npm run dead-letters`: events that a consumer did not take in all its attempts, as an operator sees and retries them. */

const PATH = "/api/admin/dead-letters";
const SOON = { timeout: 35_000, interval: 50 };
const TOKEN = { Authorization: "Bearer an-operator-of-this-test" };

const ask = async (json: object) => {
  const answer = await call(PATH, { method: "POST", json, headers: TOKEN });
  return [answer.status, await answer.json()];
};

/** Two workspaces, each with dead letters of a consumer that takes those of the first kind only when it is well. */
const state = { isWell: false };
const taken: WorkspaceEvent[] = [];
const consumer: EventConsumer = {
  name: "collects",
  async consume(event) {
    if (!state.isWell || event.kind === "meeting-deleted") throw new Error("broken");
    taken.push(event);
  },
};
const meetId = newMeetId();
let workspaceIds: string[] = [];

beforeAll(async () => {
  workspaceIds = [(await signIn()).userId, (await signIn()).userId];
  for (const [place, workspaceId] of workspaceIds.entries()) {
    consumersOf.set(workspaceId, { consumers: [consumer] });
    await runInDurableObject(env.WORKSPACES.getByName(workspaceId), (_object, { storage }) => {
      const letter = (position: number, kind: "status-changed" | "meeting-deleted") =>
        saveDeadLetter(storage, "collects", { position, meetId, id: position, kind, at: 7 }, { fault: "Error", at: 9 });
      letter(1, "status-changed");
      if (place === 0) letter(2, "meeting-deleted");
      if (place === 0) letter(3, "status-changed");
    });
  }
});

const lettersOf = () =>
  Promise.all(
    workspaceIds.map((workspaceId) =>
      runInDurableObject(env.WORKSPACES.getByName(workspaceId), (_object, { storage }) =>
        countDeadLetters(storage.sql),
      ),
    ),
  );

test("dead letters are counted by consumer, and looking changes nothing", async () => {
  const counted = [200, { letters: { collects: 4 }, failed: 0, cursor: null }];
  expect(await ask({ cursor: null, isRetried: false })).toEqual(counted);
  expect(await ask({ cursor: null, isRetried: false })).toEqual(counted);
  expect(taken).toEqual([]);
  // Page by page: none are left after the last workspace.
  const last = workspaceIds.toSorted().at(-1);
  expect(await ask({ cursor: last, isRetried: true })).toEqual([200, { letters: {}, failed: 0, cursor: null }]);
});

test("dead letters that are retried go to their consumer in order, and those that it does not take stay", async () => {
  state.isWell = true;
  expect(await ask({ cursor: null, isRetried: true })).toMatchObject([200, { letters: { collects: 4 } }]);
  await vi.waitFor(async () => expect(await lettersOf()).toEqual([[{ consumer: "collects", letters: 1 }], []]), SOON);
  expect(taken.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([1, 1, 3]);
  expect(taken[0]).toEqual({ meetId, id: 1, kind: "status-changed", at: 9 });
  // They are not given twice.
  expect(await ask({ cursor: null, isRetried: true })).toMatchObject([200, { letters: { collects: 1 } }]);
  expect(taken).toHaveLength(3);
});

test.each([
  ["GET", TOKEN, 405],
  ["POST", { Authorization: "Bearer another-token-than-the-operator's" }, 401],
  ["POST", {}, 401],
])("%s with %j is refused with %i", async (method, headers, status) => {
  const answer = await call(PATH, { method, headers, ...(method === "POST" ? { json: {} } : {}) });
  expect(answer.status).toBe(status);
});

test("a request that does not say whether to retry is refused", async () => {
  expect(await ask({ cursor: null })).toEqual([400, { error: { code: "invalid-payload" } }]);
});

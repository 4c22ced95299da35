import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { type MeetId, newMeetId } from "#app/domain/ids.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { writeWaiting } from "#app/server/meetings/write-waiting.ts";
import type { LanguageState, LocalModel } from "#app/server/ports/local-model.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

/** Each minute of one machine: meetings that were quoted for want of a model. */

const db = openDatabase(env.DB);
beforeEach(async () => {
  await db.delete(meetings);
});

const NOTHING = { servers: [], uses: null };
const READY: LanguageState = { state: "ready", ...NOTHING };
const HALF: LanguageState = { state: "preparing", download: { receivedBytes: 1, totalBytes: 2 }, ...NOTHING };

async function aMeeting(startsAt: number, more: { awaitsModel?: boolean; status?: string; deletedAt?: number } = {}) {
  const id = newMeetId();
  const row = { id, ...ownedBy("owner-1"), title: "Fair", startsAt, timeZone: "UTC", language: "en", source: "upload" };
  const times = { sequence: 1, createdAt: 1, updatedAt: 1 };
  await db.insert(meetings).values({ ...row, ...times, status: "SUMMARIZED", awaitsModel: true, ...more });
  return id;
}

function aMachine(state: LanguageState, refuses: readonly MeetId[] = []) {
  const begun: MeetId[] = [];
  const look = vi.fn(() => Promise.resolve(state));
  const never = () => Promise.reject(new Error("not asked for"));
  const localModel: LocalModel = { look, fetch: never, pause: never, use: never };
  const edits = {
    correct(meetId: MeetId) {
      if (refuses.includes(meetId)) return Promise.resolve(refused("not-ready" as const));
      begun.push(meetId);
      return Promise.resolve(ok({ version: null, both: [] }));
    },
    chooseTemplate: never,
    readEdits: never,
  };
  return { begun, look, needs: { db, edits, localModel, log: () => {} } };
}

test("the newest meeting that waits is written first, and one at a time", async () => {
  await aMeeting(1);
  const newest = await aMeeting(3);
  await aMeeting(4, { awaitsModel: false });
  await aMeeting(5, { deletedAt: 9 });
  const { begun, needs } = aMachine(READY);
  await writeWaiting(needs);
  expect(begun).toEqual([newest]);
});

test("nothing is begun while a meeting is being written, nor before the model is there", async () => {
  await aMeeting(1);
  const early = aMachine(HALF);
  await writeWaiting(early.needs);
  await aMeeting(2, { awaitsModel: false, status: "LLMING" });
  const busy = aMachine(READY);
  await writeWaiting(busy.needs);
  expect([early.begun, busy.begun]).toEqual([[], []]);
});

test("a meeting that cannot be written just now does not hold up the next", async () => {
  const older = await aMeeting(1);
  const newer = await aMeeting(2);
  const { begun, needs } = aMachine(READY, [newer]);
  await writeWaiting(needs);
  expect(begun).toEqual([older]);
});

test("the model is not asked for while nothing waits", async () => {
  const { look, needs } = aMachine(READY);
  await writeWaiting(needs);
  await writeWaiting({ ...needs, localModel: null });
  expect(look).not.toHaveBeenCalled();
});

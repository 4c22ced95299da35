import { and, eq, inArray, isNull } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deletedAnswer } from "#app/contracts/meeting/lists.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import { SELECTION_MEETINGS_MAX } from "#app/domain/limits/lists.ts";
import { deleteSeveral } from "#app/server/meetings/delete-several.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import { auditEvents } from "#app/server/db/schema-account.ts";
import { call, refusalOf } from "#tests/support/api.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf } from "#tests/support/upload-meeting.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** Several meetings are deleted by one request: real objects, D1 and R2. */

const SAID = [["Nora Puig", "The desk opens at eight on Monday."]] as const;
let userId: UserId;
let cookie = "";
let talk: MeetId;

beforeAll(async () => {
  ({ userId, cookie } = await signIn());
  ({ meetId: talk } = await recordedTalk(SAID, { userId }));
}, 90_000);

/** Meetings that have begun: rows and objects. */
async function begun(count: number, owner: string = userId): Promise<MeetId[]> {
  const births = [];
  for (let at = 0; at < count; at += 1) births.push(await birthOf({ userId: owner }));
  for (const birth of births) await services.meetings.begin(birth.meetId, birth);
  return births.map(({ meetId }) => meetId);
}

const alive = async (meetIds: MeetId[]) => {
  const rows = await services.db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(inArray(meetings.id, meetIds), isNull(meetings.deletedAt)));
  return rows.map(({ id }) => id);
};
const remove = async (meetIds: readonly string[], as = cookie) => {
  const answer = await call("/api/acta/delete", { method: "POST", cookie: as, json: { meetIds } });
  return deletedAnswer.parse(await answer.json()).results.map(({ outcome }) => outcome);
};

test("all go with their links and words, and each deletion is in the audit; a second request finds nothing", async () => {
  const [empty] = [await birthOf({ userId })];
  const others = await begun(3);
  expect((await call(`/api/acta/meetings/${talk}/shares`, { method: "POST", cookie })).status).toBeLessThan(300);
  const asked = [talk, ...others, empty.meetId];
  expect(await remove([...asked, "no-id", ...asked.slice(0, 1)])).toEqual([
    ...asked.map(() => "gone"),
    "not-found",
    "gone",
  ]);
  expect(await alive(asked)).toEqual([]);
  expect((await call(`/${talk}`, { cookie })).status).toBe(404);
  expect(await services.db.select().from(shareLinks).where(eq(shareLinks.meetId, talk))).toEqual([]);
  const entries = await services.db.select().from(auditEvents).where(eq(auditEvents.action, "meeting.deleted"));
  const deleted = new Set(entries.map(({ subjectId }) => subjectId));
  expect(asked.filter((meetId) => !deleted.has(meetId))).toEqual([]);
  expect(await remove(asked)).toEqual(asked.map(() => "not-found"));
});

test("rights are checked for each: meetings of another person stay, and the others go", async () => {
  const stranger = await signIn();
  const [theirs = "" as MeetId] = await begun(1, stranger.userId);
  const [own = "" as MeetId] = await begun(1);
  expect(await remove([theirs, own])).toEqual(["not-found", "gone"]);
  expect(await alive([theirs, own])).toEqual([theirs]);
  expect((await call("/api/acta/delete", { method: "POST", json: { meetIds: [theirs] } })).status).toBe(401);
});

test("one that fails does not hold up the others, and goes with the next request", async () => {
  const ids = await begun(3);
  const [, broken = "" as MeetId] = ids;
  const failing = {
    ...services,
    meetings: {
      ...services.meetings,
      discard: async (meetId: MeetId) => {
        if (meetId === broken) throw new Error("the object does not answer");
        return services.meetings.discard(meetId);
      },
    },
  };
  const results = await deleteSeveral(failing, sessionActor(userId), ids);
  expect(results.map(({ outcome }) => outcome)).toEqual(["gone", "failed", "gone"]);
  expect(await alive(ids)).toEqual([broken]);
  expect(await remove([broken])).toEqual(["gone"]);
});

test("more than one lot is one request to each object, and a selection has a limit", async () => {
  const ids = await begun(52);
  let told = 0;
  let erased = 0;
  const counting = {
    ...services,
    meetings: {
      ...services.meetings,
      discard: async (meetId: MeetId) => {
        told += 1;
        return services.meetings.discard(meetId);
      },
    },
    store: {
      ...services.store,
      removeAll: async (prefix: string) => {
        erased += 1;
        return services.store.removeAll(prefix);
      },
    },
  };
  const results = await deleteSeveral(counting, sessionActor(userId), ids);
  expect(results.every(({ outcome }) => outcome === "gone")).toBe(true);
  expect(await alive(ids)).toEqual([]);
  // The objects have removed what they held, so that nothing was left for this request.
  expect([told, erased]).toEqual([52, 0]);
  const tooMany = Array.from({ length: SELECTION_MEETINGS_MAX + 1 }, () => talk);
  const refused = await call("/api/acta/delete", { method: "POST", cookie, json: { meetIds: tooMany } });
  expect((await refusalOf(refused)).code).toBe("invalid-payload");
}, 120_000);

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { shareState } from "#app/contracts/meeting/share.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import { call } from "#tests/support/api.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** §6: a link shows the meeting. The owner's last choice is kept for the next one. */

const db = openDatabase(env.DB);
const WHOLE = ["summary", "transcript", "recording"];

async function owner() {
  const { userId, cookie } = await signIn();
  const made = { workspaceId: userId, createdBy: userId };
  return {
    made,
    meeting: async () => {
      const id = newMeetId();
      const row = { title: "Budget", startsAt: 1, timeZone: "UTC", language: "en", source: "upload", sequence: 1 };
      await db.insert(meetings).values({ id, ...made, ...row, status: "SUMMARIZED", createdAt: 1, updatedAt: 1 });
      return id;
    },
    share: async (meetId: string, method: "POST" | "PATCH", json?: object) => {
      const answer = await call(`/api/acta/meetings/${meetId}/shares`, { method, cookie, ...(json && { json }) });
      expect(answer.status).toBe(200);
      return shareState.parse(await answer.json()).link;
    },
  };
}

test("a first link shows the whole meeting, and has no end", async () => {
  const { meeting, share } = await owner();
  expect(await share(await meeting(), "POST")).toMatchObject({ parts: WHOLE, titleShown: false, expiresAt: null });
});

test("the next link has the parts, the preview and the length that its owner chose last", async () => {
  const { meeting, share } = await owner();
  const first = await meeting();
  await share(first, "POST");
  await share(first, "PATCH", { parts: ["summary"], titleShown: true, expiresAt: Date.now() + 7 * DAY_MS });
  const next = await share(await meeting(), "POST");
  expect(next).toMatchObject({ parts: ["summary"], titleShown: true });
  expect(Math.round(((next?.expiresAt ?? 0) - Date.now()) / DAY_MS)).toBe(7);
  // Another person has chosen nothing.
  const other = await owner();
  expect(await other.share(await other.meeting(), "POST")).toMatchObject({ parts: WHOLE, expiresAt: null });
});

test("the month of a link from before counts as no choice", async () => {
  const { made, meeting, share } = await owner();
  const [parts, createdAt] = [JSON.stringify(["summary", "recording"]), Date.now() - DAY_MS];
  const ids = { tokenHash: newMeetId(), linkId: newMeetId(), meetId: await meeting() };
  await db.insert(shareLinks).values({ ...ids, ...made, parts, createdAt, expiresAt: createdAt + 30 * DAY_MS });
  expect(await share(await meeting(), "POST")).toMatchObject({ parts: WHOLE, expiresAt: null });
});

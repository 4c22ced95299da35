import { env, exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { newMeetId, type UserId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { NO_DAY } from "#app/domain/tasks/task-list.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { ORIGIN } from "#tests/support/api.ts";
import { callBirth } from "#tests/support/call-bench.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

/** Home as the server sends it: what a person without JavaScript has. */
const SOON = { timeout: 20_000, interval: 50 };
const db = openDatabase(env.DB);

async function home(cookie: string, query = ""): Promise<string> {
  const answer = await exports.default.fetch(`${ORIGIN}/${query}`, { headers: { Cookie: cookie }, redirect: "manual" });
  expect(answer.status).toBe(200);
  return answer.text();
}

async function use(userId: UserId, kind: "upload" | "recording", count: number) {
  for (let one = 0; one < count; one += 1) {
    const times = { reservedAt: 1, updatedAt: 1 };
    await db.insert(usageLedger).values({ meetId: newMeetId(), kind, ...ownedBy(userId), state: "counted", ...times });
  }
}

test("Home says of both kinds what is used of the free plan", async () => {
  const { cookie, userId } = await signIn();
  await use(userId, "upload", 6);
  await use(userId, "recording", 2);
  const html = await home(cookie);
  expect(html).toContain('aria-label="6 of 15 uploads used"');
  expect(html).toContain('aria-label="2 of 15 recordings used"');
  expect(html).not.toContain("Meeting limit reached");
});

test("a plan without limits shows no usage", async () => {
  const { cookie, userId } = await signIn({ plan: "pro" });
  await use(userId, "upload", 20);
  const html = await home(cookie);
  expect(html).not.toContain("of 15");
  expect(html).not.toContain("Meeting limit reached");
});

test.each([
  [15, 3, "The free plan has 15 uploads, and all of them are used."],
  [3, 15, "The free plan has 15 recordings, and all of them are used."],
  [15, 15, "The free plan has 15 uploads and 15 recordings, and all of them are used."],
])("after %i uploads and %i recordings the notice says: %s", async (uploads, recordings, words) => {
  const { cookie, userId } = await signIn();
  await use(userId, "upload", uploads);
  await use(userId, "recording", recordings);
  const html = await home(cookie);
  expect(html.match(/Meeting limit reached/g)).toHaveLength(1);
  expect(html).toContain(words);
  expect(html).toContain('href="/pricing"');
});

const MEETING = {
  title: "Weekly",
  startsAt: 1,
  timeZone: "UTC",
  language: "en",
  source: "upload",
  status: "SUMMARIZED",
  sequence: 1,
  createdAt: 1,
  updatedAt: 1,
};

test("five of the person's open tasks, the next deadline first, each with its moment", async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig" });
  const meetId = newMeetId();
  await db.insert(meetings).values({ ...MEETING, id: meetId, ...ownedBy(userId) });
  const task = (text: string, dueDay: string, over: Partial<typeof meetingTasks.$inferInsert> = {}) => ({
    ...ownedBy(userId),
    meetId,
    taskId: text,
    position: 0,
    text,
    assigned: "Nora",
    assignedKey: "nora",
    dueDay,
    done: false,
    startMs: 61_500,
    ...over,
  });
  await db
    .insert(meetingTasks)
    .values([
      task("Sixth", NO_DAY),
      task("Fifth", NO_DAY, { taskId: "E", deadline: "before the fair", startMs: null }),
      task("First", "2026-11-24"),
      task("Third", "2026-11-26"),
    ]);
  await db
    .insert(meetingTasks)
    .values([
      task("Second", "2026-11-25"),
      task("Fourth", "2026-11-27"),
      task("Done", "2026-11-24", { done: true }),
      task("Of Marc", "2026-11-24", { assigned: "Marc", assignedKey: "marc" }),
    ]);
  const html = await home(cookie);
  const shown = [...html.matchAll(/>(First|Second|Third|Fourth|Fifth|Sixth|Done|Of Marc)</g)].map(([, text]) => text);
  expect(shown).toEqual(["First", "Second", "Third", "Fourth", "Fifth"]);
  expect(html).toContain(`href="/${meetId}?t=61"`);
  expect(html).toContain("before the fair");
  expect(html).toContain('href="/tasks"');
});

async function planCall(userId: string, title: string) {
  const birth = callBirth({ title, startsAt: Date.now() + DAY_MS }, userId);
  const object = objectOf(birth.meetId);
  await object.begin(birth);
  const status = async () => (await object.view({ kind: "owner", userId }))?.head.status;
  expect(await status()).toBe("SCHEDULE");
  return { meetId: birth.meetId, status };
}

const cancel = (cookie: string | null, form: Record<string, string>) =>
  exports.default.fetch(`${ORIGIN}/?index`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Origin: ORIGIN, Host: new URL(ORIGIN).host, ...(cookie ? { Cookie: cookie } : {}) },
    redirect: "manual",
  });

test("one click cancels a planned call, also without JavaScript", async () => {
  const { cookie, userId } = await signIn();
  const { meetId, status } = await planCall(userId, "Seguiment");
  await vi.waitFor(async () => expect(await home(cookie)).toContain('aria-label="Acta joins Seguiment"'), SOON);
  const answer = await cancel(cookie, { meetId });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/?cancelled=${meetId}`]);
  expect(await status()).toBe("REJECTED");
  const html = await home(cookie, `?cancelled=${meetId}`);
  expect(html).not.toContain("Acta joins Seguiment");
  expect(html).toContain("Cancelled before it began");
});

test("a call that is not the person's is not there, and stays planned", async () => {
  const { userId } = await signIn();
  const { meetId, status } = await planCall(userId, "Not theirs");
  const { cookie } = await signIn();
  expect((await cancel(cookie, { meetId })).status).toBe(404);
  expect(await status()).toBe("SCHEDULE");
});

test.each<[string, boolean, Record<string, string>, number]>([
  ["nobody is signed in", false, { meetId: "0123456789abcdefghjkmnpq" }, 302],
  ["the form names no call", true, {}, 422],
  ["the call's id is none", true, { meetId: "../history" }, 404],
])("nothing is cancelled where %s", async (_when, isSignedIn, form, status) => {
  const cookie = isSignedIn ? (await signIn()).cookie : null;
  expect((await cancel(cookie, form)).status).toBe(status);
});

test("a new person is shown the next step and the way to the sample, until it was made", async () => {
  const { cookie } = await signIn();
  const html = await home(cookie);
  expect(html).toContain("Upload a recording");
  expect(html).toContain('action="/api/acta/sample"');
  const made = await exports.default.fetch(`${ORIGIN}/api/acta/sample`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: ORIGIN },
    redirect: "manual",
  });
  expect(made.status).toBe(303);
  await vi.waitFor(async () => expect(await home(cookie)).toContain("Sample meeting: the open day"), SOON);
  const after = await home(cookie);
  expect(after).toContain("Upload a recording");
  expect(after).not.toContain('action="/api/acta/sample"');
});

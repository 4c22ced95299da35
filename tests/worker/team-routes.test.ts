import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { may, type MeetingAct, type Viewer } from "#app/domain/meeting/access.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { members } from "#app/server/db/schema-account.ts";
import { call, finishUpload, putBytes, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";

/**
 * Every path of a meeting by those whom tests/support/route-table.ts does not know: a member of the team that the meeting is shown to, its
 * administrator, a named person, and a former member. Paths that read a body get a valid one, which changes nothing or the same again.
 */
const db = openDatabase(env.DB);
const SOON = { timeout: 30_000, interval: 100 };
type Person = Awaited<ReturnType<typeof signIn>>;

/** Readers may do this; everything else is the owner's, and to everybody else as if the meeting did not exist. */
const READ = [
  "GET /:meetId",
  "GET /api/acta/meetings/:meetId/chat",
  "POST /api/acta/meetings/:meetId/chat/stop",
  "POST /api/acta/meetings/:meetId/chat/clear",
  "GET /api/acta/meetings/:meetId/transcript",
  "GET /api/acta/meetings/:meetId/recording",
  "GET /api/acta/meetings/:meetId/recording/download",
  "GET /api/acta/meetings/:meetId/export/:format",
  "GET /api/acta/meetings/:meetId/pdf",
  // To readers it is empty: destinations are a person's own.
  "GET /api/acta/meetings/:meetId/sent",
  // The same: a series is its creator's.
  "GET /api/acta/meetings/:meetId/last-time",
];
const OF_A_MEETING = [
  "GET /:meetId",
  ...ENDPOINTS.filter(({ path, body, actors }) => path.includes(":meetId") && body === null && !isForKeys(actors)).map(
    ({ method, path }) => `${method} ${path}`,
  ),
];

/** The public API takes no session: api-rights.test.ts asks its paths with the keys of these people. */
function isForKeys(actors: readonly string[]): boolean {
  return actors.includes("key");
}

/** Changes with a body, and the act of each. `n` makes the id of a save its own. */
type Change = { route: string; act: MeetingAct; json: (n: number) => object };
const save = (n: number) => ({ saveId: `save-${String(n).padStart(8, "0")}` });
const TASK = { id: "task-1-by-hand", text: "Order the rice" };
const CHANGES: readonly Change[] = [
  { route: "POST /:meetId/summary", act: "edit", json: (n) => ({ ...save(n), madeOn: 1, seen: 1, fields: [] }) },
  { route: "POST /:meetId/versions/:version", act: "edit", json: save },
  { route: "POST /:meetId/speakers", act: "edit", json: (n) => ({ ...save(n), names: [] }) },
  { route: "POST /:meetId/voices", act: "edit", json: (n) => ({ ...save(n), people: 2 }) },
  { route: "POST /:meetId/segments/:segmentId", act: "edit", json: (n) => ({ ...save(n), before: "", text: null }) },
  { route: "POST /:meetId/segments", act: "edit", json: (n) => ({ ...save(n), segmentIds: ["w0-0"], speaker: null }) },
  { route: "POST /:meetId/tasks", act: "edit", json: () => ({ taskId: TASK.id, done: true }) },
  {
    route: "POST /:meetId/rewrite",
    act: "edit",
    json: (n) => ({ ...save(n), templateId: null, language: "en", hand: "keep" }),
  },
  { route: "POST /:meetId/language", act: "edit", json: (n) => ({ ...save(n), language: "fr" }) },
  { route: "PUT /:meetId/transcript", act: "edit", json: () => ({ file: btoa("no captions") }) },
  { route: "POST /:meetId/chat", act: "chat", json: (n) => ({ key: `question-${n}`, question: "Who was there?" }) },
  {
    route: "POST /:meetId/follow-up",
    act: "send",
    json: (n) => ({
      key: `follow-up-${String(n).padStart(8, "0")}`,
      to: ["reader@example.test"],
      subject: "Minutes",
      text: "Hello",
      language: "en",
    }),
  },
  {
    route: "PUT /:meetId/follow-up/series",
    act: "send",
    json: () => ({ to: ["reader@example.test"], language: "en", withLink: false }),
  },
  { route: "PATCH /:meetId/shares", act: "share", json: () => ({ titleShown: false }) },
  { route: "PUT /:meetId/visibility", act: "share", json: () => ({ visibility: "team" }) },
  { route: "PUT /:meetId/retention", act: "delete", json: () => ({ rule: null }) },
];
const API = "/api/acta/meetings";
/**
 * Calls to which only a meeting of a call, of the own browser, with an offered name (own-words.test.ts) or beside another meeting
 * (merge-meetings.test.ts) has an answer, a split, which is its maker's alone (split-meeting.test.ts), and destinations, which are a person's own.
 */
// Those of clips need one: clips.test.ts asks them as a member and as a stranger.
const ELSEWHERE = /\/(call|call\/answer|words|merge|split)$|^\/api\/acta\/(here|connections)\/|\/clips(?:\/|$)/u;
/** The change was done, or its content was looked at: another save came first, or the file holds no captions. */
const REACHED = new Set([200, 409, 422]);
let saves = 0;

let owner: Person;
let administrator: Person;
let member: Person;
let former: Person;
let guest: Person;
let meetId = "";
let teamId = "";

beforeAll(async () => {
  [owner, administrator, member, former, guest] = await Promise.all([signIn(), signIn(), signIn(), signIn(), signIn()]);
  teamId = await makeTeam({ owner: administrator, others: [owner, member, former] });
  await db.delete(members).where(and(eq(members.workspaceId, teamId), eq(members.userId, former.userId)));
  const started = await startUpload(owner.cookie);
  await putBytes(started, await fixture("talk-captions.mp4"));
  await finishUpload(owner.cookie, started.meetId);
  ({ meetId } = started);
  await vi.waitUntil(async () => (await statusOf("GET /api/acta/meetings/:meetId/pdf", owner)) === 200, SOON);
  const json = { ...save(0), madeOn: 1, seen: 1, fields: [{ key: "tasks", lines: [TASK] }] };
  await call(`${API}/${meetId}/summary`, { method: "POST", cookie: owner.cookie, json });
}, 60_000);

async function statusOf(route: string, { cookie }: Person): Promise<number> {
  const [method = "", path = ""] = route.split(" ");
  const known: Record<string, string> = { meetId, format: "md", version: "1", segmentId: "w0-0" };
  const asked = path.replaceAll(/:(\w+)/g, (_whole, name: string) => known[name] ?? "none");
  const answer = await call(asked, { method, cookie });
  await answer.body?.cancel();
  return answer.status;
}

async function show(visibility: string, people: string[] = []) {
  const json = { visibility, people };
  const answer = await call(`/api/acta/meetings/${meetId}/visibility`, { method: "PUT", cookie: owner.cookie, json });
  expect(answer.status).toBe(200);
}

/** The paths that do not answer 404. */
async function openTo(person: Person): Promise<string[]> {
  const open: string[] = [];
  for (const route of OF_A_MEETING) if ((await statusOf(route, person)) !== 404) open.push(route);
  return open;
}

test("a team meeting opens its reading paths to members and administrators, and none to a former member", async () => {
  await show("team");
  expect((await openTo(member)).toSorted()).toEqual(READ.toSorted());
  expect((await openTo(administrator)).toSorted()).toEqual(READ.toSorted());
  for (const other of [former, guest]) expect(await openTo(other)).toEqual([]);
});

test("a meeting for named people opens the same paths to them, and none to the team", async () => {
  await show("named", [`${guest.userId}@example.test`]);
  expect((await openTo(guest)).toSorted()).toEqual(READ.toSorted());
  for (const other of [member, administrator, former]) expect(await openTo(other)).toEqual([]);
});

async function changeBy({ route, json }: Change, cookie: string | null): Promise<number> {
  const [method = "", path = ""] = route.split(" ");
  const asked = path.replace(":meetId", meetId).replace(":version", "2").replace(":segmentId", "w0-0");
  saves += 1;
  const answer = await call(`${API}${asked}`, { method, json: json(saves), ...(cookie === null ? {} : { cookie }) });
  await answer.body?.cancel();
  return answer.status;
}

/** The status of each change, by one person. */
async function changesBy(cookie: string | null) {
  const statuses: Record<string, number | "reached"> = {};
  for (const change of CHANGES) {
    const status = await changeBy(change, cookie);
    statuses[change.route] = REACHED.has(status) ? "reached" : status;
  }
  return statuses;
}

/** The statuses that follow from the rules: those who may not are told of no meeting. Null: the meeting is not visible to them. */
function statusesFor(viewer: Viewer | null) {
  return Object.fromEntries(
    CHANGES.map(({ route, act }) => [route, viewer !== null && may(viewer, act) ? "reached" : 404]),
  );
}

test("the changes with a body are those of the endpoints", () => {
  const declared = ENDPOINTS.filter(
    ({ method, path, body, actors }) =>
      method !== "GET" && body !== null && path.includes(":meetId") && !isForKeys(actors) && !ELSEWHERE.test(path),
  );
  const known = CHANGES.map(({ route }) => route.replace("/", `${API}/`));
  expect(known.toSorted()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test.each([false, true])(
  "members change a team meeting by the rules where the team lets them edit: %s",
  async (edits) => {
    await show("team");
    const json = { membersEdit: edits };
    expect((await call("/api/acta/team", { method: "PATCH", cookie: administrator.cookie, json })).status).toBe(200);
    for (const { userId, cookie } of [member, administrator]) {
      expect(await changesBy(cookie)).toEqual(statusesFor({ kind: "team", userId, edits }));
    }
    if (edits) return;
    for (const other of [former, guest]) expect(await changesBy(other.cookie)).toEqual(statusesFor(null));
    expect(new Set(Object.values(await changesBy(null)))).toEqual(new Set([401]));
  },
);

test("named people ask the chat and change nothing; the team of the creator does neither", async () => {
  await show("named", [`${guest.userId}@example.test`]);
  expect(await changesBy(guest.cookie)).toEqual(statusesFor({ kind: "guest", userId: guest.userId }));
  expect(await changesBy(member.cookie)).toEqual(statusesFor(null));
});

test("the creator does every change", async () => {
  expect(await changesBy(owner.cookie)).toEqual(statusesFor({ kind: "owner", userId: owner.userId }));
});

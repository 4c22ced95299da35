import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { members } from "#app/server/db/schema-account.ts";
import { call, finishUpload, putBytes, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";

/**
 * Every path of a meeting by those whom tests/support/route-table.ts does not know: a member of the team that the meeting is shown to, its
 * administrator, a named person, and a former member. Paths that read a body are asked without one, so they are in the tests of their calls.
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

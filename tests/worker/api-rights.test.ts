// oxlint-disable vitest/no-standalone-expect, vitest/no-conditional-expect -- the meetings of the table are made first, and each refusal is a problem
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { meetingPage, publicClip, publicTranscript, searchPage, taskPage } from "#app/contracts/public.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { apiKeys } from "#app/server/db/schema-keys.ts";
import { call } from "#tests/support/api.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { callTool, clientWith } from "#tests/support/mcp-client.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** Every operation of the public API, with every kind of key, against meetings of one person. A key opens what its person may open now. */
const db = openDatabase(env.DB);
const SOON = { timeout: 30_000, interval: 100 };
const LINES = [
  ["Jonas Vidal", "The desk opens at eight on Monday."],
  ["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA],
  ["Jonas Vidal", "Nora will send the contract to the clinic by Friday."],
] as const;
type Actor = "reader" | "owner" | "member" | "named" | "former" | "other" | "revoked" | "expired";
const ACTORS: readonly Actor[] = ["reader", "owner", "member", "named", "former", "other", "revoked", "expired"];

const keys = new Map<Actor, string>();
let teamMeeting: MeetId;
let namedMeeting: MeetId;
let spare: MeetId;
/** A task of each meeting. */
let taskOf: ReadonlyMap<string, string> = new Map();
/** A clip of each meeting that others see. */
const clipOf = new Map<string, string>();

async function talk(userId: string, title: string): Promise<MeetId> {
  const { meetId } = await recordedTalk(LINES, { userId, details: { title } });
  return meetId;
}

beforeAll(async () => {
  const [nora, member, former, named, other] = await Promise.all(
    ["Nora Puig", "Otto Serra", "Eva Roca", "Ida Mas", "Pere Valls"].map((name) => signIn({ name })),
  );
  if (!nora || !member || !former || !named || !other) throw new Error("five people signed in");
  await makeTeam({ owner: nora, others: [member, former] });
  [teamMeeting, namedMeeting, spare] = [
    await talk(nora.userId, "Desk of the team"),
    await talk(nora.userId, "Desk for Ida"),
    await talk(nora.userId, "Desk alone"),
  ];
  const show = (meetId: string, visibility: string, people: string[] = []) =>
    call(`/api/acta/meetings/${meetId}/visibility`, {
      method: "PUT",
      cookie: nora.cookie,
      json: { visibility, people },
    });
  expect((await show(teamMeeting, "team")).status).toBe(200);
  expect((await show(namedMeeting, "named", [`${named.userId}@example.test`])).status).toBe(200);

  const made = async (cookie: string, scope: "read" | "write" = "write") => makeKey(cookie, { scope });
  const [revoked, expired] = [await made(nora.cookie), await made(nora.cookie)];
  keys.set("reader", (await made(nora.cookie, "read")).key);
  keys.set("owner", (await made(nora.cookie)).key);
  keys.set("member", (await made(member.cookie)).key);
  keys.set("former", (await made(former.cookie)).key);
  keys.set("named", (await made(named.cookie)).key);
  keys.set("other", (await made(other.cookie)).key);
  keys.set("revoked", revoked.key).set("expired", expired.key);
  await vi.waitFor(async () => {
    const { tasks } = taskPage.parse(await (await as("owner", "/api/v1/tasks?whose=everybody")).json());
    taskOf = new Map(tasks.map(({ meetingId, id }) => [meetingId, id]));
    expect(taskOf.size).toBe(3);
  }, SOON);

  for (const meetId of [teamMeeting, namedMeeting]) {
    const lines = publicTranscript.parse(await (await as("owner", `/api/v1/meetings/${meetId}/transcript`)).json());
    const json = { segmentIds: [lines.segments[0]?.id] };
    const made = await as("owner", `/api/v1/meetings/${meetId}/clips`, { method: "POST", json });
    expect(made.status, await made.clone().text()).toBe(200);
    clipOf.set(meetId, publicClip.parse(await made.json()).id);
  }

  // The member who leaves has read the meeting before.
  expect((await as("former", `/api/v1/meetings/${teamMeeting}`)).status).toBe(200);
  expect(
    (await call(`/api/acta/team/members/${former.userId}`, { method: "DELETE", cookie: nora.cookie })).status,
  ).toBe(200);
  await call(`/api/acta/keys/${revoked.shown.id}`, { method: "DELETE", cookie: nora.cookie });
  await db.update(apiKeys).set({ expiresAt: 1 }).where(eq(apiKeys.id, expired.shown.id));
}, 90_000);

const as = (actor: Actor, path: string, sent: Parameters<typeof withKey>[2] = {}) =>
  withKey(path, keys.get(actor) ?? "", sent);

const IF_MATCH = { headers: { "If-Match": "*" } };
const DETAILS = { title: "Plan", startsAt: "2026-11-20T10:00:00Z", language: "en" };
/** The statuses in the order of ACTORS. `{spare}`: a meeting that is visible to its owner alone. */
const ROWS: readonly { call: string; path: string; sent?: Parameters<typeof withKey>[2]; statuses: number[] }[] = [
  ...["", "/transcript", "/minutes/md", "/tasks/{task}"].map((part) => ({
    call: `GET /api/v1/meetings/:meetId${part.replace("md", ":format").replace("{task}", ":taskId")}`,
    path: `/api/v1/meetings/{meeting}${part}`,
    statuses: [200, 200, 200, 200, 404, 404, 401, 401],
  })),
  ...["meetings", "search?q=desk", "tasks", "templates"].map((list) => ({
    call: `GET /api/v1/${list.split("?")[0]}`,
    path: `/api/v1/${list}`,
    statuses: [200, 200, 200, 200, 200, 200, 401, 401],
  })),
  {
    call: "POST /api/v1/ask",
    path: "/api/v1/ask",
    sent: { method: "POST", json: { question: "Who was there?" } },
    statuses: [200, 200, 200, 200, 200, 200, 401, 401],
  },
  {
    call: "GET /api/v1/meetings/:meetId/shares",
    path: "/api/v1/meetings/{meeting}/shares",
    statuses: [200, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "PATCH /api/v1/meetings/:meetId/tasks/:taskId",
    path: "/api/v1/meetings/{meeting}/tasks/{task}",
    sent: { method: "PATCH", json: { done: false }, ...IF_MATCH },
    statuses: [403, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "POST /api/v1/meetings/:meetId/shares",
    path: "/api/v1/meetings/{meeting}/shares",
    sent: { method: "POST" },
    statuses: [403, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "PATCH /api/v1/meetings/:meetId/shares",
    path: "/api/v1/meetings/{meeting}/shares",
    sent: { method: "PATCH", json: { titleShown: false }, ...IF_MATCH },
    statuses: [403, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "DELETE /api/v1/meetings/:meetId/shares",
    path: "/api/v1/meetings/{meeting}/shares",
    sent: { method: "DELETE" },
    statuses: [403, 204, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "GET /api/v1/meetings/:meetId/clips",
    path: "/api/v1/meetings/{meeting}/clips",
    statuses: [200, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "GET /api/v1/meetings/:meetId/clips/:clipId",
    path: "/api/v1/meetings/{meeting}/clips/{clip}",
    statuses: [200, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "POST /api/v1/meetings/:meetId/clips",
    path: "/api/v1/meetings/{meeting}/clips",
    sent: { method: "POST", json: { segmentIds: ["w0-0"] } },
    statuses: [403, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "PATCH /api/v1/meetings/:meetId/clips/:clipId",
    path: "/api/v1/meetings/{meeting}/clips/{clip}",
    sent: { method: "PATCH", json: { title: "The desk" }, ...IF_MATCH },
    statuses: [403, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "DELETE /api/v1/meetings/:meetId/clips/:clipId",
    path: "/api/v1/meetings/{meeting}/clips/{clip}",
    sent: { method: "DELETE" },
    statuses: [403, 204, 404, 404, 404, 404, 401, 401],
  },
  {
    // Its file was accepted long ago.
    call: "POST /api/v1/uploads/:meetId",
    path: "/api/v1/uploads/{meeting}",
    sent: { method: "POST" },
    statuses: [403, 200, 404, 404, 404, 404, 401, 401],
  },
  {
    call: "POST /api/v1/uploads",
    path: "/api/v1/uploads",
    sent: { method: "POST", json: { ...DETAILS, file: { extension: "mp4", bytes: 1000 } } },
    statuses: [403, 200, 200, 200, 200, 200, 401, 401],
  },
  {
    call: "POST /api/v1/calls",
    path: "/api/v1/calls",
    sent: { method: "POST", json: { link: "nowhere", ...DETAILS } },
    statuses: [403, 422, 422, 422, 422, 422, 401, 401],
  },
  {
    call: "DELETE /api/v1/meetings/:meetId",
    path: "/api/v1/meetings/{spare}",
    sent: { method: "DELETE" },
    statuses: [403, 404, 404, 404, 404, 404, 401, 401],
  },
];

test("every operation of the public API is in the table", () => {
  const operations = ENDPOINTS.filter(({ actors }) => actors.includes("key")).map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(ROWS.map((row) => row.call).toSorted()).toEqual(operations.toSorted());
});

test.each(ROWS)(
  "$call answers each key by what its person may do now",
  async ({ call: name, path, sent, statuses }) => {
    const answered: [Actor, number][] = [];
    // The owner last: their change would be seen by the others.
    for (const actor of [...ACTORS.filter((each) => each !== "owner"), "owner" as const]) {
      const meeting = actor === "named" ? namedMeeting : teamMeeting;
      const at = path
        .replace("{meeting}", meeting)
        .replace("{spare}", spare)
        .replace("{clip}", clipOf.get(meeting) ?? "")
        .replace("{task}", taskOf.get(meeting) ?? "");
      if (name === "DELETE /api/v1/meetings/:meetId" && actor === "owner") continue;
      const answer = await as(actor, at, sent);
      await answer.body?.cancel();
      answered.push([actor, answer.status]);
      if (answer.status >= 400) expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    }
    const expected = ACTORS.map((actor, index): [Actor, number] => [actor, statuses[index] ?? 0]);
    const withoutDeletion = expected.filter(([actor]) => answered.some(([who]) => who === actor));
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(withoutDeletion));
  },
);

test("the lists hold the meetings that the key's person may open, and no others", async () => {
  const idsFor = async (actor: Actor) => {
    const read = async (path: string) => (await as(actor, `/api/v1/${path}`)).json();
    const [own, shown, tasks, found] = [
      meetingPage.parse(await read("meetings")).meetings.map(({ id }) => id),
      meetingPage.parse(await read("meetings?role=guest")).meetings.map(({ id }) => id),
      taskPage.parse(await read("tasks?whose=everybody")).tasks.map(({ meetingId }) => meetingId),
      searchPage.parse(await read("search?q=desk")).meetings.map(({ id }) => id),
    ];
    return { own: own.filter((id) => all.includes(id)), shown, tasks: [...new Set(tasks)], found };
  };
  const all: string[] = [teamMeeting, namedMeeting, spare];
  await vi.waitFor(async () => expect((await idsFor("owner")).found.toSorted()).toEqual(all.toSorted()), SOON);
  expect((await idsFor("owner")).own.toSorted()).toEqual(all.toSorted());
  for (const [actor, meetId] of [
    ["member", teamMeeting],
    ["named", namedMeeting],
  ] as const) {
    expect(await idsFor(actor)).toEqual({ own: [], shown: [meetId], tasks: [meetId], found: [meetId] });
  }
  for (const actor of ["former", "other"] as const) {
    expect(await idsFor(actor)).toEqual({ own: [], shown: [], tasks: [], found: [] });
  }
});

test("an assistant reads the team's meeting by MCP for a member, and no longer for a former one", async () => {
  const fetched = async (actor: Actor) =>
    callTool(await clientWith(keys.get(actor) ?? ""), "fetch", { id: teamMeeting });
  expect(await fetched("member")).toMatchObject({ value: { id: teamMeeting } });
  expect(await fetched("former")).toEqual(await fetched("other"));
  expect(await fetched("former")).toHaveProperty("refusal");
});

test("only the owner's key deletes a meeting, and a second deletion changes nothing", async () => {
  const path = `/api/v1/meetings/${spare}`;
  const remove = async (headers: Record<string, string> = {}) =>
    (await as("owner", path, { method: "DELETE", headers })).status;
  expect(await remove({ "If-Match": '"another state"' })).toBe(412);
  const tag = (await as("owner", path)).headers.get("ETag") ?? "";
  expect([await remove({ "If-Match": tag }), await remove()]).toEqual([204, 204]);
  expect((await as("owner", path)).status).toBe(404);
});

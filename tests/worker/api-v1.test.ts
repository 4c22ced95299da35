import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import {
  meetingPage,
  madeMeeting,
  publicMeeting,
  publicShares,
  publicTask,
  publicTemplates,
  publicTranscript,
  searchPage,
  startedUpload,
  taskPage,
} from "#app/contracts/public.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { v1ReadMinutes } from "#app/contracts/endpoints/public.ts";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { IDEMPOTENCY_MS_MAX } from "#app/domain/limits/apps.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { apiKeys, apiSubmits } from "#app/server/db/schema-keys.ts";
import { sweepSubmits } from "#app/server/programs/submit-once.ts";
import { post, putBytes } from "#tests/support/api.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { fixture } from "#tests/support/fixture.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** A program with the public API: it reads, searches, changes and makes meetings. Rights are in api-rights.test.ts. */
const db = openDatabase(env.DB);
const SOON = { timeout: 30_000, interval: 100 };
const LINES = [
  ["Jonas Vidal", "The desk opens at eight on Monday."],
  ["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA],
] as const;
const DETAILS = { title: "Seminar rooms", startsAt: "2026-11-20T10:30:00+01:00", language: "en" };

let key = "";
let meetId: MeetId;

beforeAll(async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig", plan: "pro" });
  ({ key } = await makeKey(cookie, { scope: "write" }));
  ({ meetId } = await recordedTalk(LINES, { userId, details: { title: "Desk" } }));
}, 60_000);

const ask = (path: string, sent: Parameters<typeof withKey>[2] = {}) => withKey(`/api/v1/${path}`, key, sent);
const codeOf = async (answer: Response) => [answer.status, (await answer.json<{ code: string }>()).code];
const once = (name: string) => ({ "Idempotency-Key": name });

test("a meeting, its transcript and its templates are read, and an unchanged one is not sent again", async () => {
  const answer = await ask(`meetings/${meetId}`);
  expect(publicMeeting.parse(await answer.json())).toMatchObject({
    id: meetId,
    title: "Desk",
    status: "SUMMARIZED",
    access: "owner",
    timeZone: "Europe/Madrid",
  });
  const tag = answer.headers.get("ETag") ?? "";
  expect(answer.headers.get("RateLimit-Policy")).toBe(`"v1-read";q=${RATE_LIMITS.poll};w=60`);
  expect((await ask(`meetings/${meetId}`, { headers: { "If-None-Match": tag } })).status).toBe(304);

  const { segments } = publicTranscript.parse(await (await ask(`meetings/${meetId}/transcript`)).json());
  expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual(LINES.map(([speaker, text]) => [speaker, text]));
  const { templates } = publicTemplates.parse(await (await ask("templates")).json());
  expect(templates[0]).toMatchObject({ id: null, kind: "predefined" });
  expect(await codeOf(await ask(`meetings/${meetId}/minutes/exe`))).toEqual([404, "not-found"]);
});

/** The formats of the document, each with its type and how its content begins. */
const FORMATS = [
  ["json", "application/json", "{"],
  ["md", "text/markdown", "# Desk"],
  ["txt", "text/plain", "Desk"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"],
  ["pdf", "application/pdf", "%PDF-"],
  ["srt", "application/x-subrip", "1"],
  ["vtt", "text/vtt", "WEBVTT"],
] as const;

test("the minutes are read in every format of the document", async () => {
  expect(v1ReadMinutes.described.values.format).toEqual(FORMATS.map(([format]) => format));
  for (const [format, type, beginning] of FORMATS) {
    // The PDF is written after the minutes.
    const file = await vi.waitFor(async () => {
      const answer = await ask(`meetings/${meetId}/minutes/${format}`);
      expect(answer.status, format).toBe(200);
      return answer;
    }, SOON);
    expect(file.headers.get("Content-Type")?.split(";")[0], format).toBe(type);
    expect((await file.text()).slice(0, beginning.length), format).toBe(beginning);
  }
});

test("a list goes on behind its cursor, and one that is none of the list is refused instead of read as the first page", async () => {
  const { startsAt } = publicMeeting.parse(await (await ask(`meetings/${meetId}`)).json());
  const page = async (query: string) => meetingPage.parse(await (await ask(`meetings?${query}`)).json()).meetings;
  const at = `${Date.parse(startsAt)}.${meetId}`;
  expect((await page("cursor=")).map(({ id }) => id)).toEqual([meetId]);
  expect(await page(`cursor=${at}`)).toEqual([]);
  expect((await page(`sort=title&cursor=${meetId}.a`)).map(({ id }) => id)).toEqual([meetId]);
  for (const path of [
    "meetings?cursor=none",
    `meetings?sort=title&cursor=${at}`,
    "tasks?cursor=2",
    "search?q=a&cursor=2",
  ]) {
    expect(await codeOf(await ask(path)), path).toEqual([400, "cursor-invalid"]);
  }
});

test("a search finds the moment of a meeting", async () => {
  await vi.waitFor(async () => {
    const { meetings } = searchPage.parse(await (await ask("search?q=telephone")).json());
    expect(meetings.map(({ id }) => id)).toEqual([meetId]);
    expect(meetings[0]?.moments.some(({ speaker }) => speaker === "Nora Puig")).toBe(true);
  }, SOON);
});

test("a task is changed only as the program has read it", async () => {
  const task = await vi.waitFor(async () => {
    const [first] = taskPage.parse(await (await ask("tasks")).json()).tasks;
    if (!first) throw new Error("no task is listed yet");
    return first;
  }, SOON);
  const path = `meetings/${meetId}/tasks/${task.id}`;
  const read = await ask(path);
  expect(publicTask.parse(await read.json())).toEqual(task);
  const tag = read.headers.get("ETag") ?? "";
  const change = (done: boolean, headers: Record<string, string> = {}) =>
    ask(path, { method: "PATCH", json: { done }, headers });

  expect(await codeOf(await change(true))).toEqual([428, "if-match-missing"]);
  const changed = await change(true, { "If-Match": tag });
  expect(publicTask.parse(await changed.json())).toEqual({ ...task, done: true });
  expect(await codeOf(await change(false, { "If-Match": tag }))).toEqual([412, "changed-meanwhile"]);
  expect((await change(false, { "If-Match": changed.headers.get("ETag") ?? "" })).status).toBe(200);
  expect(await codeOf(await ask(`meetings/${meetId}/tasks/none`))).toEqual([404, "not-found"]);
  expect(await codeOf(await ask(path, { method: "PATCH", json: { don: true } }))).toEqual([422, "invalid-payload"]);
});

test("a share link is made, changed and ended", async () => {
  const path = `meetings/${meetId}/shares`;
  const listed = async () => publicShares.parse(await (await ask(path)).json()).shares;
  expect(await listed()).toEqual([]);
  const made = publicShares.parse(await (await ask(path, { method: "POST" })).json()).shares;
  expect([made.length, await listed()]).toEqual([1, made]);
  const tag = (await ask(path)).headers.get("ETag") ?? "";
  const change = { method: "PATCH", json: { parts: ["summary"], expiresAt: null }, headers: { "If-Match": tag } };
  expect(publicShares.parse(await (await ask(path, change)).json()).shares).toEqual([
    { ...made[0], parts: ["summary"], expiresAt: null },
  ]);
  expect(await codeOf(await ask(path, change))).toEqual([412, "changed-meanwhile"]);
  expect((await ask(path, { method: "DELETE" })).status).toBe(204);
  expect(await listed()).toEqual([]);
});

test("an upload takes three calls, and the same submit is the same meeting", async () => {
  const bytes = await fixture("talk-captions.mp4");
  const json = { ...DETAILS, file: { extension: "mp4", bytes: bytes.length } };
  const start = (headers = once("upload-1"), body: object = json) =>
    ask("uploads", { method: "POST", json: body, headers });
  const first = startedUpload.parse(await (await start()).json());
  const again = startedUpload.parse(await (await start()).json());
  expect(again.id).toBe(first.id);
  expect(await codeOf(await start(once("upload-1"), { ...json, title: "Another" }))).toEqual([
    422,
    "idempotency-key-reused",
  ]);
  expect(startedUpload.parse(await (await start(once("upload-2"))).json()).id).not.toBe(first.id);
  expect(await codeOf(await start(once("x".repeat(256))))).toEqual([400, "idempotency-key-format"]);

  const finish = () => ask(`uploads/${first.id}`, { method: "POST" });
  expect(await codeOf(await finish())).toEqual([409, "bytes-missing"]);
  const { url, headers } = again.file ?? { url: "", headers: {} };
  expect((await putBytes({ presignedUrl: url, headers }, bytes)).status).toBe(200);
  expect(madeMeeting.parse(await (await finish()).json()).id).toBe(first.id);
  expect((await finish()).status).toBe(200);
  await vi.waitFor(async () => {
    const meeting = publicMeeting.parse(await (await ask(`meetings/${first.id}`)).json());
    expect(meeting).toMatchObject({
      title: "Seminar rooms",
      startsAt: "2026-11-20T09:30:00.000Z",
      status: "SUMMARIZED",
    });
  }, SOON);

  // The same submit after its end, and after the deletion of what it made.
  const over = { id: first.id, url: first.url, file: null, transcript: null };
  expect(startedUpload.parse(await (await start()).json())).toEqual(over);
  expect((await ask(`meetings/${first.id}`, { method: "DELETE" })).status).toBe(204);
  expect(startedUpload.parse(await (await start()).json())).toEqual(over);
});

test("Acta is invited once by one submit, and a refused submit leaves its key free", async () => {
  const invite = (over: object, name = "call-1") =>
    ask("calls", {
      method: "POST",
      json: { link: "https://meet.google.com/abc-defg-hij", ...DETAILS, startsAt: "2027-01-20T10:30:00Z", ...over },
      headers: once(name),
    });
  expect(await codeOf(await invite({ link: "nowhere" }))).toEqual([422, "invalid-link"]);
  const { id } = madeMeeting.parse(await (await invite({})).json());
  const [same, twin] = await Promise.all([invite({}), invite({})]);
  expect([(await same.json<{ id: string }>()).id, (await twin.json<{ id: string }>()).id]).toEqual([id, id]);
  expect(await codeOf(await invite({ title: "Another" }))).toEqual([422, "idempotency-key-reused"]);
  expect(publicMeeting.parse(await (await ask(`meetings/${id}`)).json())).toMatchObject({
    status: "SCHEDULE",
    source: "invite",
  });
  // Two calls at the same time.
  const [one, other] = await Promise.all([invite({}, "call-2"), invite({}, "call-2")]);
  expect((await one.json<{ id: string }>()).id).toBe((await other.json<{ id: string }>()).id);
});

test("an Idempotency-Key is stored as a hash, and for a day", async () => {
  const rows = await db.select().from(apiSubmits);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/upload-1|call-1|Seminar/u);
  await sweepSubmits({ db, now: Date.now });
  expect(await db.select().from(apiSubmits)).toHaveLength(rows.length);
  await sweepSubmits({ db, now: () => Date.now() + IDEMPOTENCY_MS_MAX });
  expect(await db.select().from(apiSubmits)).toEqual([]);
});

test("an Idempotency-Key that was used more than a day ago makes a meeting of its own again", async () => {
  const sent = {
    method: "POST",
    json: { link: "https://meet.google.com/abc-defg-hij", ...DETAILS, startsAt: "2027-02-20T10:30:00Z" },
    headers: once("standup"),
  };
  const { id } = madeMeeting.parse(await (await ask("calls", sent)).json());
  await sweepSubmits({ db, now: () => Date.now() + IDEMPOTENCY_MS_MAX });
  const next = { ...sent, json: { ...sent.json, title: "Next day", startsAt: "2027-02-21T10:30:00Z" } };
  const made = madeMeeting.parse(await (await ask("calls", next)).json());
  expect(made.id).not.toBe(id);
  expect(madeMeeting.parse(await (await ask("calls", next)).json()).id).toBe(made.id);
});

test("keys and what is stored of their calls go with the account", async () => {
  const person = await signIn();
  const made = await makeKey(person.cookie, { scope: "write" });
  const json = { ...DETAILS, file: { extension: "mp4", bytes: 1000 } };
  const sent = { method: "POST", json, headers: once("upload-3") };
  expect((await withKey("/api/v1/uploads", made.key, sent)).status).toBe(200);
  const ofKey = () => db.select().from(apiSubmits).where(eq(apiSubmits.keyId, made.shown.id));
  expect(await ofKey()).toHaveLength(1);
  const confirmation = `${person.userId}@example.test`;
  expect((await post("/api/acta/user/delete", person.cookie, { confirmation })).status).toBe(204);
  expect((await withKey("/api/v1/meetings", made.key)).status).toBe(401);
  await vi.waitFor(async () => {
    expect(await db.select().from(apiKeys).where(eq(apiKeys.userId, person.userId))).toEqual([]);
  }, SOON);
  expect(await ofKey()).toEqual([]);
});

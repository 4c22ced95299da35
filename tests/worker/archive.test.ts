import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { sessions } from "#app/server/db/schema-account.ts";
import { windowVoicesKey } from "#app/server/storage/keys.ts";
import { call, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { openLive } from "#tests/support/live-page.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

const captioned = await fixture("talk-captions.mp4");

async function withMeeting(title: string) {
  const person = await signIn();
  const { cookie } = person;
  const started = await startUpload(cookie, { meetingName: title });
  await putBytes(started, captioned);
  expect((await finishUpload(cookie, started.meetId, { meetingName: title })).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().head.pdf === "ready");
  page.socket.close();
  return { ...person, meetId: started.meetId, view: page.view() };
}

async function archiveOf(cookie: string) {
  const answer = await call("/api/acta/user/archive", { cookie });
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const bytes = (name: string) => files[name] ?? new Uint8Array();
  return { answer, names: Object.keys(files), bytes, text: (name: string) => strFromU8(bytes(name)) };
}

test("the archive has every file of a meeting, and the recording byte for byte", async () => {
  const { cookie, meetId, view } = await withMeeting("Seminar/rooms: «què»");
  const [row] = await openDatabase(env.DB).select().from(meetings).where(eq(meetings.id, meetId));
  // Voices are derived from the sound: they are no file of the archive.
  const recordingId = (row?.recordingId ?? "none") as RecordingId;
  await env.RECORDINGS.put(windowVoicesKey({ recordingId, source: "etag", window: 0 }), "voices");
  const { answer, names, text, bytes } = await archiveOf(cookie);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "content-type": "application/zip",
  });
  const folder = names.find((name) => name.endsWith("/meeting.json"))?.replace("/meeting.json", "") ?? "none";
  expect(folder).toMatch(/^meetings\/\d{4}-\d\d-\d\d Seminar rooms «què» [0-9a-z]{6}$/u);
  const files = names.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length + 1));
  expect(files.toSorted()).toEqual([
    "meeting.json",
    "minutes.docx",
    "minutes.md",
    "minutes.pdf",
    "minutes.txt",
    "recording.mp4",
    "transcript.srt",
    "transcript.vtt",
  ]);
  expect(bytes(`${folder}/recording.mp4`)).toEqual(captioned);
  const exported = meetingExport.parse(JSON.parse(text(`${folder}/meeting.json`)));
  expect(exported.meeting.id).toBe(meetId);
  expect(exported.transcript.map((segment) => segment.text)).toEqual(view.segments.map((segment) => segment.text));
  expect(exported.transcript.map(({ speaker }) => speaker)).toEqual(view.segments.map(({ speaker }) => speaker));
});

test("the PDF is in the archive right after a change, which the stored one does not have yet", async () => {
  const { cookie, meetId } = await withMeeting("Seminar rooms");
  await objectOf(meetId as MeetId).setRetention({ recording: null, transcript: null, meeting: 365 });
  const { names, bytes } = await archiveOf(cookie);
  const file = names.find((name) => name.endsWith("/minutes.pdf")) ?? "none";
  expect(strFromU8(bytes(file).subarray(0, 8))).toBe("%PDF-1.7");
});

test("a folder is named by the day of the meeting where it took place, as the index says it", async () => {
  const { cookie, userId } = await signIn();
  const startsAt = Date.UTC(2026, 10, 20, 23, 30);
  const details = { title: "Late", startsAt, timeZone: "Europe/Madrid" };
  await recordedTalk([["Nora Puig", "The desk opens at eight."]], { userId, details });
  const { names, text } = await archiveOf(cookie);
  expect(names.find((name) => name.startsWith("meetings/"))).toMatch(/^meetings\/2026-11-21 Late /u);
  expect(text("index.html")).toContain("Saturday, 21 November 2026");
});

test("the objection of a recorded person is in the folder of the meeting", async () => {
  const { cookie, meetId } = await withMeeting("Seminar rooms");
  await objectOf(meetId as MeetId).takeObjection({ name: "Pere", text: "Please delete what I said.", sender: "one" });
  const { names, text } = await archiveOf(cookie);
  const file = names.find((name) => name.endsWith("/objections.json")) ?? "none";
  expect(JSON.parse(text(file))).toMatchObject([{ name: "Pere", text: "Please delete what I said." }]);
});

test("the account's data name the person, and hold no secret", async () => {
  const { cookie, userId } = await withMeeting("Seminar rooms");
  const { text } = await archiveOf(cookie);
  const account = text("account.json");
  expect(JSON.parse(account)).toMatchObject({ version: 1, person: { id: userId }, workspace: { id: userId } });
  const db = openDatabase(env.DB);
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect(account).not.toContain(session?.idHash ?? "none");
});

test("the index opens offline: it loads nothing, and each of its links is a file of the archive", async () => {
  const { cookie } = await withMeeting("Seminar rooms");
  const { names, text } = await archiveOf(cookie);
  const index = text("index.html");
  expect(index).toContain("Seminar rooms");
  expect(index).not.toMatch(/<script|src=|https?:/u);
  const links = [...index.matchAll(/href="([^"]+)"/gu)].map(([, href = ""]) => decodeURIComponent(href));
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !names.includes(link))).toEqual([]);
});

test("another person's meetings are not in it", async () => {
  await withMeeting("Seminar rooms");
  const stranger = await signIn();
  const { names } = await archiveOf(stranger.cookie);
  expect(names).toEqual(["account.json", "index.html"]);
});

test("a conversation about another person's meeting is in the archive while the meeting is shown to them", async () => {
  const owner = await withMeeting("Keys of the seminar rooms");
  const reader = await signIn();
  const show = (people: string[]) =>
    call(`/api/acta/meetings/${owner.meetId}/visibility`, {
      method: "PUT",
      cookie: owner.cookie,
      json: { visibility: people.length > 0 ? "named" : "private", people },
    });
  expect((await show([`${reader.userId}@example.test`])).status).toBe(200);
  const asked = await post(`/api/acta/meetings/${owner.meetId}/chat`, reader.cookie, {
    key: "the-keys-of-the-rooms",
    question: "Where are the keys?",
  });
  expect(asked.status).toBe(200);
  await asked.text();
  const { names, text } = await archiveOf(reader.cookie);
  const file = names.find((name) => name.startsWith("chats/")) ?? "none";
  expect(file).toMatch(/^chats\/\d{4}-\d\d-\d\d Keys of the seminar rooms [0-9a-z]{6}\/chat\.json$/u);
  expect(JSON.parse(text(file))).toMatchObject([{ question: "Where are the keys?" }]);
  expect(text("index.html")).toContain("Your chats in meetings of other people");
  expect(names.toSorted()).toEqual(["account.json", file, "index.html"]);
  expect((await archiveOf(owner.cookie)).text("index.html")).not.toContain("Your chats in meetings");
  expect((await show([])).status).toBe(200);
  expect((await archiveOf(reader.cookie)).names).toEqual(["account.json", "index.html"]);
});

test("an archive needs a session", async () => {
  expect((await refusalOf(await call("/api/acta/user/archive"))).status).toBe(401);
});

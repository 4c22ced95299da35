import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { importedAnswer, knownImportsAnswer } from "#app/contracts/recording/import-answers.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { transcriptDigest } from "#app/domain/transcript/transcript-digest.ts";
import { readWords } from "#app/media/transcripts/read-words.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { summarised, usedUploads } from "#tests/support/given-transcript.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { transcriptFixture } from "#tests/support/transcript-fixture.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const zoom = await transcriptFixture("zoom.vtt");
const STARTS_AT = Date.UTC(2025, 10, 19, 9, 30);
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const text = (words: string) => base64(new TextEncoder().encode(words));
const payload = (over: Record<string, unknown> = {}) => ({
  meetingName: "Weekly sync",
  meetingDate: STARTS_AT,
  meetLanguage: "en",
  file: base64(zoom),
  ...over,
});

async function imported(cookie: string, over: Record<string, unknown> = {}) {
  const response = await post("/api/acta/imports", cookie, payload(over));
  expect(response.status).toBe(200);
  return importedAnswer.parse(await response.json());
}

async function known(cookie: string, digests: string[]) {
  const response = await post("/api/acta/imports/known", cookie, { digests });
  expect(response.status).toBe(200);
  return knownImportsAnswer.parse(await response.json()).known;
}

const meetingsOf = (userId: string) =>
  openDatabase(env.DB).select().from(meetings).where(eq(meetings.createdBy, userId));

async function digestOf(bytes: Uint8Array) {
  const read = await readWords(bytes, () => Promise.resolve());
  if (!read.ok) throw new Error(read.reason);
  return transcriptDigest(read.value.segments);
}

test("a .vtt becomes a meeting with its words, names and minutes, and takes nothing from the plan", async () => {
  const speech = standInForSpeech();
  const { cookie } = await signIn();
  const { meetId, isNew } = await imported(cookie);
  expect(isNew).toBe(true);
  const view = await summarised(meetId);
  expect(view?.head).toMatchObject({
    title: "Weekly sync",
    startsAt: STARTS_AT,
    source: "upload",
    transcriptSource: "given",
    textOnly: true,
    transcriptLength: null,
    gaps: [],
  });
  expect(view?.segments.map(({ speaker }) => speaker)).toContain("Marta Ruiz");
  expect(view?.summary?.fields.length).toBeGreaterThan(0);
  expect(speech.asked).toEqual([]);
  expect(await usedUploads(cookie)).toBe(0);
  expect(await openDatabase(env.DB).select().from(usageLedger).where(eq(usageLedger.meetId, meetId))).toEqual([]);
});

test("the same words again find their meeting, until it is deleted", async () => {
  const { cookie } = await signIn();
  const first = await imported(cookie);
  const digest = await digestOf(zoom);
  await summarised(first.meetId);
  const other = await digestOf(new TextEncoder().encode("[0:01] Jan: one\n[0:02] Ana: two"));
  expect(await known(cookie, [other, digest])).toEqual([{ digest, meetId: first.meetId, title: "Weekly sync" }]);
  expect(await imported(cookie, { meetingName: "Another title" })).toEqual({ meetId: first.meetId, isNew: false });

  expect((await call(`/api/acta/meetings/${first.meetId}`, { method: "DELETE", cookie })).status).toBeLessThan(300);
  expect(await known(cookie, [digest])).toEqual([]);
  const again = await imported(cookie);
  expect(again.isNew).toBe(true);
  expect(again.meetId).not.toBe(first.meetId);
});

test("ten imports of the same words at once make one meeting", async () => {
  const { cookie, userId } = await signIn();
  const answers = await Promise.all(Array.from({ length: 10 }, () => imported(cookie)));
  expect(new Set(answers.map(({ meetId }) => meetId)).size).toBe(1);
  await summarised(answers[0]?.meetId ?? "");
  expect(await meetingsOf(userId)).toHaveLength(1);
});

test("two people who import the same words have a meeting each, and neither learns of the other's", async () => {
  const { cookie } = await signIn();
  const { cookie: others } = await signIn({ name: "Otto Roca" });
  const mine = await imported(cookie);
  await summarised(mine.meetId);
  expect(await known(others, [await digestOf(zoom)])).toEqual([]);
  expect((await imported(others)).meetId).not.toBe(mine.meetId);
});

test("lines with names and no times are a transcript here", async () => {
  const { cookie } = await signIn();
  const words = "Board\n\nMarta: We meet on Monday.\nJan: Monday is fine.\nMarta: Good, Monday at nine.\n";
  const { meetId } = await imported(cookie, { file: text(words) });
  const view = await summarised(meetId);
  expect(view?.segments.map(({ speaker, text: said }) => [speaker, said])).toEqual([
    ["Marta", "We meet on Monday."],
    ["Jan", "Monday is fine."],
    ["Marta", "Good, Monday at nine."],
  ]);
});

test.each<[string, string, string]>([
  ["an empty file", "", "transcript-empty"],
  ["a letter", text("Dear all,\n\nplease find the minutes attached."), "transcript-unreadable"],
  ["a ZIP that is no Word document", base64(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])), "transcript-unreadable"],
])("%s is refused, and nothing is made", async (_what, file, reason) => {
  const { cookie, userId } = await signIn();
  expect(await refusalOf(await post("/api/acta/imports", cookie, payload({ file })))).toMatchObject({
    status: 422,
    code: "transcript-refused",
    reason,
  });
  expect(await meetingsOf(userId)).toEqual([]);
});

test("a file over the limit is refused before it is read", async () => {
  const { cookie } = await signIn();
  const response = await post(
    "/api/acta/imports",
    cookie,
    payload({ file: "A".repeat((4 * (TRANSCRIPT_BYTES_MAX / 3 + 1)) & ~3) }),
  );
  expect(await refusalOf(response)).toMatchObject({ code: "transcript-refused", reason: "transcript-too-large" });
});

test("a database that was lost gets an imported meeting back, and counts nothing for it", async () => {
  const { cookie } = await signIn();
  const { meetId } = await imported(cookie);
  await summarised(meetId);
  const db = openDatabase(env.DB);
  await db.delete(meetings).where(eq(meetings.id, meetId));
  expect(await objectOf(meetId as MeetId).restore()).toBe("restored");
  expect(await db.select().from(meetings).where(eq(meetings.id, meetId))).toMatchObject([
    { source: "upload", recordingId: null, status: "SUMMARIZED" },
  ]);
  expect(await usedUploads(cookie)).toBe(0);
});

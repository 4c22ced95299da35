import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { FREE_RECORDINGS_MAX, FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { call, credits, finishUpload, ORIGIN, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";
import { fixture } from "#tests/support/fixture.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

const db = openDatabase(env.DB);
const meetingsOf = (userId: string) =>
  db
    .select()
    .from(meetings)
    .where(and(eq(meetings.createdBy, userId), isNull(meetings.deletedAt)));

const used = (uploads: number) => ({
  meetCount: { uploadMeets: uploads, recordMeets: 0 },
  freeCreditsEnableToRecord: true,
  freeCreditsEnableToUpload: uploads < FREE_UPLOADS_MAX,
  usage: {
    uploads: { used: uploads, limit: FREE_UPLOADS_MAX },
    recordings: { used: 0, limit: FREE_RECORDINGS_MAX },
    period: "all-time",
  },
});

async function use(userId: string, uploads: number) {
  for (let index = 0; index < uploads; index++) {
    const meetId = `used-${userId}-${index}`;
    await db.insert(usageLedger).values({
      meetId,
      kind: "upload",
      ...ownedBy(userId),
      state: "counted",
      reservedAt: 1,
      updatedAt: 1,
    });
  }
}

test("a recording is submitted, sent, taken and counted", async () => {
  const { userId, cookie } = await signIn();
  const bytes = await fixture("talk-captions.mp4");
  const started = await startUpload(cookie, { fileSize: bytes.length, submissionId: "dialog-0001" });
  expect(started.presignedUrl.startsWith(`${ORIGIN}/_local/s3/acta-recordings/recordings/`)).toBe(true);
  expect(started.headers).toEqual({ "Content-Type": "application/octet-stream", "If-None-Match": "*" });
  expect(await credits(cookie)).toEqual(used(1));
  expect(await (await env.RECORDINGS.get(`meetings/${started.meetId}/birth.json`))?.json()).toMatchObject({
    meetId: started.meetId,
    ...ownedBy(userId),
    source: "upload",
  });
  expect(await meetingsOf(userId)).toMatchObject([{ id: started.meetId, status: "TORECORD", title: "Seminar rooms" }]);

  const put = await putBytes(started, bytes);
  expect([put.status, put.headers.get("ETag")]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
  const finished = await finishUpload(cookie, started.meetId, { meetingName: "Seminar rooms, again" });
  expect([finished.status, await finished.json()]).toEqual([200, { meetId: started.meetId }]);
  const [row] = await meetingsOf(userId);
  expect(row).toMatchObject({ id: started.meetId, title: "Seminar rooms, again" });
  expect(row?.status).not.toBe("TORECORD");
});

test("the address that is signed is never the e-mail of the payload: the meeting is the session's", async () => {
  const { userId, cookie } = await signIn();
  const other = await signIn();
  const { meetId } = await startUpload(cookie, { clientEmail: `${other.userId}@example.test`, clientName: "Other" });
  expect(await meetingsOf(userId)).toMatchObject([{ id: meetId }]);
  expect(await meetingsOf(other.userId)).toEqual([]);
});

test("the payload of the specification alone is enough, with the extension in any case and seconds for a date", async () => {
  const { userId, cookie } = await signIn();
  const bytes = await fixture("talk.mp4");
  const started = await startUpload(cookie, {
    meetExtUrl: ".MP4",
    meetingDate: 1_795_000_000,
    meetLanguage: undefined,
  });
  expect(started.headers).toEqual({ "Content-Type": "application/octet-stream" });
  expect((await putBytes(started, bytes)).status).toBe(200);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  expect(await meetingsOf(userId)).toMatchObject([{ language: "en" }]);
});

test("the same submit twice is one meeting, with a fresh place for its bytes", async () => {
  const { userId, cookie } = await signIn();
  const bytes = await fixture("talk.mp4");
  const submit = { submissionId: "dialog-0002", fileSize: bytes.length };
  const first = await startUpload(cookie, submit);
  const second = await startUpload(cookie, submit);
  expect(second.meetId).toBe(first.meetId);
  expect(new URL(second.presignedUrl).pathname).not.toBe(new URL(first.presignedUrl).pathname);
  expect(await meetingsOf(userId)).toHaveLength(1);
  expect(await credits(cookie)).toEqual(used(1));

  // Bytes that land at the first place, late, are not taken for those of the second.
  await putBytes(first, bytes);
  expect(await refusalOf(await finishUpload(cookie, first.meetId))).toMatchObject({
    status: 409,
    code: "bytes-missing",
  });
  await putBytes(second, bytes);
  expect((await finishUpload(cookie, second.meetId)).status).toBe(200);
  const third = await post("/api/acta/upload", cookie, meetingPayload(submit));
  expect(await refusalOf(third)).toMatchObject({ status: 409, code: "already-uploaded" });
});

test("two people may use the same submission id", async () => {
  const [one, other] = [await signIn(), await signIn()];
  const submit = { submissionId: "dialog-0003" };
  expect((await startUpload(one.cookie, submit)).meetId).not.toBe((await startUpload(other.cookie, submit)).meetId);
});

test("upload_data before the bytes says so, keeps the meeting, and works once they are there", async () => {
  const { cookie } = await signIn();
  const bytes = await fixture("talk.mp4");
  const started = await startUpload(cookie, { fileSize: bytes.length });
  const early = await refusalOf(await finishUpload(cookie, started.meetId));
  expect(early).toEqual({
    status: 409,
    code: "bytes-missing",
    message: "Error uploading file. Please try again.",
    reason: null,
  });
  await putBytes(started, bytes);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
});

test("upload_data twice changes nothing", async () => {
  const { userId, cookie } = await signIn();
  const bytes = await fixture("talk-captions.mp4");
  const started = await startUpload(cookie);
  await putBytes(started, bytes);
  expect((await finishUpload(cookie, started.meetId, { meetingName: "Once" })).status).toBe(200);
  expect((await finishUpload(cookie, started.meetId, { meetingName: "Twice" })).status).toBe(200);
  expect(await meetingsOf(userId)).toMatchObject([{ title: "Once" }]);
  expect(await credits(cookie)).toEqual(used(1));
});

test("a refused recording says why, nothing counts, and the same dialog may submit again", async () => {
  const { userId, cookie } = await signIn();
  const bytes = await fixture("no-audio.mp4");
  const submit = { submissionId: "dialog-0004", fileSize: bytes.length };
  const started = await startUpload(cookie, submit);
  await putBytes(started, bytes);
  const refusal = await refusalOf(await finishUpload(cookie, started.meetId));
  expect(refusal).toEqual({
    status: 422,
    code: "upload-refused",
    message: "Error uploading file. Please try again.",
    reason: "no-audio",
  });
  expect(await meetingsOf(userId)).toEqual([]);
  expect(await credits(cookie)).toEqual(used(0));
  expect(
    (await env.RECORDINGS.list({ prefix: new URL(started.presignedUrl).pathname.split("/").slice(4, 6).join("/") }))
      .objects,
  ).toEqual([]);
  expect(await refusalOf(await finishUpload(cookie, started.meetId))).toMatchObject({ status: 404, code: "not-found" });
  expect((await startUpload(cookie, submit)).meetId).not.toBe(started.meetId);
});

test("a file that is no MP4 by its bytes is refused, whatever its name says", async () => {
  const { cookie } = await signIn();
  const bytes = new TextEncoder().encode("Minutes of the meeting, as text. ".repeat(40));
  const started = await startUpload(cookie);
  await putBytes(started, bytes);
  expect(await refusalOf(await finishUpload(cookie, started.meetId))).toMatchObject({ status: 422, reason: "not-mp4" });
});

test.each([
  [{ meetExtUrl: "avi" }, "not-mp4"],
  [{ fileSize: 0 }, "empty"],
  [{ fileSize: UPLOAD_BYTES_MAX + 1 }, "too-large"],
])("%j is refused before anything is made", async (over, reason) => {
  const { userId, cookie } = await signIn();
  const refusal = await refusalOf(await post("/api/acta/upload", cookie, meetingPayload(over)));
  expect(refusal).toMatchObject({ status: 422, code: "upload-refused", reason });
  expect(await meetingsOf(userId)).toEqual([]);
  expect(await credits(cookie)).toEqual(used(0));
});

test("the largest size that is allowed is allowed", async () => {
  const { cookie } = await signIn();
  expect((await startUpload(cookie, { fileSize: UPLOAD_BYTES_MAX })).meetId).toMatch(/^[0-9a-z]{24}$/);
});

test("an unknown template is a clear error", async () => {
  const { cookie } = await signIn();
  const answer = await post("/api/acta/upload", cookie, meetingPayload({ templateId: "nope" }));
  expect(await refusalOf(answer)).toMatchObject({ status: 422, code: "template-not-found" });
});

test("forty submits at fourteen of fifteen make exactly one meeting", async () => {
  const { userId, cookie } = await signIn();
  await use(userId, FREE_UPLOADS_MAX - 1);
  const submits = Array.from({ length: 40 }, (_, index) =>
    post("/api/acta/upload", cookie, meetingPayload({ submissionId: `rush-${String(index).padStart(4, "0")}` })),
  );
  const statuses = await Promise.all(
    submits.map(async (submit) => {
      const answer = await submit;
      await answer.text();
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(39);
  expect(await meetingsOf(userId)).toHaveLength(1);
  expect(await credits(cookie)).toEqual(used(FREE_UPLOADS_MAX));
}, 20_000);

test("at the limit the answer is the specification's, in the caller's language", async () => {
  const { userId, cookie } = await signIn();
  await use(userId, FREE_UPLOADS_MAX);
  const english = await refusalOf(await post("/api/acta/upload", cookie, meetingPayload()));
  expect(english).toEqual({ status: 403, code: "limit-reached", message: "Meeting limit reached", reason: null });
  const spanish = await call("/api/acta/upload", {
    method: "POST",
    cookie,
    json: meetingPayload(),
    headers: { "Accept-Language": "es-MX" },
  });
  expect(await refusalOf(spanish)).toMatchObject({ message: "Límite de reuniones alcanzado" });
});

test("a paid plan has no limit", async () => {
  const { userId, cookie } = await signIn({ plan: "pro" });
  await use(userId, FREE_UPLOADS_MAX);
  expect((await startUpload(cookie)).meetId).toMatch(/^[0-9a-z]{24}$/);
  expect(await credits(cookie)).toMatchObject({
    freeCreditsEnableToUpload: true,
    usage: { uploads: { used: FREE_UPLOADS_MAX + 1, limit: null } },
  });
});

test("somebody else's meeting is not there", async () => {
  const [owner, other] = [await signIn(), await signIn()];
  const started = await startUpload(owner.cookie);
  await putBytes(started, await fixture("talk.mp4"));
  expect(await refusalOf(await finishUpload(other.cookie, started.meetId))).toMatchObject({ status: 404 });
  expect((await finishUpload(owner.cookie, started.meetId)).status).toBe(200);
});

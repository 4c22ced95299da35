import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { STREAM_CHECK_MS } from "#app/domain/limits/requests.ts";
import { authenticate } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { sessions } from "#app/server/db/schema-account.ts";
import { playRecording } from "#app/server/meetings/play-recording.ts";
import { call, finishUpload, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

async function recorded() {
  const { cookie } = await signIn();
  const bytes = await fixture("talk-captions.mp4");
  const started = await startUpload(cookie, { fileSize: bytes.length });
  await putBytes(started, bytes);
  const finished = await finishUpload(cookie, started.meetId);
  if (!finished.ok) throw new Error(await finished.text());
  const key = new URL(started.presignedUrl).pathname.replace("/_local/s3/acta-recordings/", "");
  const play = (headers: Record<string, string> = {}, method = "GET") =>
    call(`/api/acta/meetings/${started.meetId}/recording`, { method, cookie, headers });
  return { cookie, bytes, meetId: started.meetId, key, play };
}

test("the owner gets the bytes that were accepted, whole", async () => {
  const { bytes, play } = await recorded();
  const answer = await play();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-disposition": "inline",
    "content-length": String(bytes.length),
    "content-type": "video/mp4",
    "x-content-type-options": "nosniff",
  });
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
}, 20_000);

test("a player seeks by ranges", async () => {
  const { bytes, play } = await recorded();
  const middle = await play({ Range: "bytes=1000-1999" });
  expect([middle.status, middle.headers.get("Content-Range"), middle.headers.get("Content-Length")]).toEqual([
    206,
    `bytes 1000-1999/${bytes.length}`,
    "1000",
  ]);
  expect(new Uint8Array(await middle.arrayBuffer())).toEqual(bytes.slice(1000, 2000));

  const tail = await play({ Range: "bytes=-10" });
  expect([tail.status, new Uint8Array(await tail.arrayBuffer())]).toEqual([206, bytes.slice(-10)]);

  const beyond = await play({ Range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get("Content-Range"), await beyond.text()]).toEqual([
    416,
    `bytes */${bytes.length}`,
    "",
  ]);
});

test("the recording is downloaded as the original file, named after the meeting, and a broken download goes on", async () => {
  const { cookie } = await signIn();
  const bytes = await fixture("talk-captions.mp4");
  const started = await startUpload(cookie, { fileSize: bytes.length, meetingName: "Reunió: pla 2027" });
  await putBytes(started, bytes);
  const finished = await finishUpload(cookie, started.meetId, { meetingName: "Reunió: pla 2027" });
  expect(finished.status).toBe(200);
  const path = `/api/acta/meetings/${started.meetId}/recording/download`;
  const whole = await call(path, { cookie });
  expect(whole.status).toBe(200);
  expect(whole.headers.get("Content-Disposition")).toBe(
    "attachment; filename=\"meeting.mp4\"; filename*=UTF-8''Reuni%C3%B3%20pla%202027.mp4",
  );
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
  const rest = await call(path, {
    cookie,
    headers: { Range: "bytes=1000-", "If-Range": whole.headers.get("ETag") ?? "" },
  });
  expect([rest.status, rest.headers.get("Content-Range")]).toEqual([
    206,
    `bytes 1000-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(1000));
  const { cookie: other } = await signIn();
  expect((await call(path, { cookie: other })).status).toBe(404);
  expect((await call(path, {})).status).toBe(401);
}, 20_000);

test("bytes that the browser has are not sent again, and a range of another version gets the whole file", async () => {
  const { bytes, play } = await recorded();
  const head = await play({}, "HEAD");
  const etag = head.headers.get("ETag") ?? "";
  expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, String(bytes.length), ""]);
  const unchanged = await play({ "If-None-Match": etag });
  expect([unchanged.status, await unchanged.text(), unchanged.headers.get("ETag")]).toEqual([304, "", etag]);
  const same = await play({ Range: "bytes=0-9", "If-Range": etag });
  expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 10]);
  const other = await play({ Range: "bytes=0-9", "If-Range": '"other"' });
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
});

test("another person gets the same 404 as for a meeting that does not exist", async () => {
  const { meetId } = await recorded();
  const path = `/api/acta/meetings/${meetId}/recording`;
  expect((await refusalOf(await call(path))).status).toBe(401);
  const stranger = await signIn();
  expect(await refusalOf(await call(path, { cookie: stranger.cookie }))).toMatchObject({
    status: 404,
    code: "not-found",
    message: "This meeting is not available or has been deactivated.",
  });
});

test("a recording that is awaited, gone or no longer the same is not there", async () => {
  const { cookie } = await signIn();
  const awaited = await startUpload(cookie);
  const path = `/api/acta/meetings/${awaited.meetId}/recording`;
  expect((await refusalOf(await call(path, { cookie }))).status).toBe(404);

  const { key, play } = await recorded();
  await env.RECORDINGS.put(key, "something else");
  expect((await refusalOf(await play())).status).toBe(404);
  await env.RECORDINGS.delete(key);
  expect((await refusalOf(await play({ Range: "bytes=0-1" }))).status).toBe(404);
});

const db = openDatabase(env.DB);

test.each([
  [
    "the session ends",
    (sessionHash: string) => db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.idHash, sessionHash)),
  ],
  [
    "the meeting is deleted",
    (_sessionHash: string, meetId: string) =>
      db.update(meetings).set({ deletedAt: Date.now() }).where(eq(meetings.id, meetId)),
  ],
])("a recording that is being played breaks off when %s", async (_what, end) => {
  const { cookie, bytes, meetId } = await recorded();
  const clock = { now: Date.now() };
  // The rest comes only once the test has changed what may be read.
  let release = () => {};
  const rest = new Promise<void>((resolve) => {
    release = resolve;
  });
  const services = composeServices(workerEnv, () => undefined);
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.slice(0, 1000));
      await rest;
      controller.enqueue(bytes.slice(1000));
      controller.close();
    },
  });
  const needs = {
    ...services,
    now: () => clock.now,
    store: { ...services.store, read: async () => body },
  };
  const request = new Request("http://localhost:8787/recording", { headers: { Cookie: cookie } });
  const caller = await authenticate(request, services);
  if (!caller) throw new Error("not signed in");
  const played = await playRecording(needs, caller.actor, { meetId: meetId as MeetId });
  if (!played.ok || played.value.content.kind !== "stored") throw new Error("no stored recording");
  const opened = await played.value.content.open(0, bytes.length);
  const reader = opened.ok ? opened.value.getReader() : null;
  expect((await reader?.read())?.value?.byteLength).toBe(1000);
  await end(caller.actor.sessionHash, meetId);
  clock.now += STREAM_CHECK_MS;
  release();
  await expect(reader?.read()).rejects.toThrow("NoLongerAllowed");
});

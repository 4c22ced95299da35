import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { call, finishUpload, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { signIn } from "#tests/support/sign-in.ts";

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

test("what the browser has is not sent again, and a range of another version is the whole", async () => {
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

test("nobody else gets it, and nobody learns that it is there", async () => {
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

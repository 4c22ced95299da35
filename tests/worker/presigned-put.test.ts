import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { s3Presigner } from "#app/server/adapters/s3/s3-presigner.ts";
import { signPut } from "#app/server/storage/presigned-put.ts";
import { takesPut } from "#app/server/uploads/takes-put.ts";
import { composeServices } from "#workers/compose.ts";
import { LOCAL_S3_PATH, parseConfig } from "#workers/config.ts";
import { answerPresignedPut, isPresignedPut } from "#workers/presigned-put.ts";
import { call, ORIGIN, putBytes, startUpload } from "#tests/support/api.ts";
import { keyOf, placeOf } from "#tests/support/given-transcript.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { beginUpload } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

const config = parseConfig({ ENVIRONMENT: "local" });
const BYTES = new TextEncoder().encode("these are the bytes of a recording");

/** The place of a meeting that waits for its bytes. */
async function presigned(bytes: number | null = BYTES.length) {
  const { uploadKey: key } = await beginUpload({ expectedBytes: bytes });
  const { url, headers } = await s3Presigner(config.s3).presignPut({ key, bytes, now: Date.now() });
  return { key, presignedUrl: url, headers };
}

const codeOf = async (answer: Response) => /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];

test("the bytes of a presigned PUT land under their key", async () => {
  const upload = await presigned();
  const answer = await putBytes(upload, BYTES);
  const object = await env.RECORDINGS.get(upload.key);
  expect([answer.status, answer.headers.get("ETag")]).toEqual([200, object?.httpEtag]);
  expect(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(BYTES);
});

test("a page of another origin is not asked about: the signature is the proof", async () => {
  expect((await putBytes(await presigned(), BYTES, { Origin: "https://evil.example" })).status).toBe(200);
});

test("eight mebibytes stream through", async () => {
  const bytes = new Uint8Array(8 * 1024 * 1024).fill(7);
  const upload = await presigned(bytes.length);
  expect((await putBytes(upload, bytes)).status).toBe(200);
  expect((await env.RECORDINGS.head(upload.key))?.size).toBe(bytes.length);
});

test("a second PUT onto bytes that are there is 412, and changes nothing", async () => {
  const upload = await presigned();
  await putBytes(upload, BYTES);
  const again = await putBytes(
    upload,
    BYTES.map((byte) => byte ^ 1),
  );
  expect([again.status, await codeOf(again)]).toEqual([412, "PreconditionFailed"]);
  expect(await (await env.RECORDINGS.get(upload.key))?.text()).toContain("these are the bytes");
});

test("without its size an upload may be put again, as S3 has it", async () => {
  const upload = await presigned(null);
  expect((await putBytes(upload, BYTES)).status).toBe(200);
  expect((await putBytes(upload, BYTES.slice(5))).status).toBe(200);
  expect((await env.RECORDINGS.head(upload.key))?.size).toBe(BYTES.length - 5);
});

type Upload = Awaited<ReturnType<typeof presigned>>;
const change = (upload: Upload, edit: (url: URL) => void): Upload => {
  const url = new URL(upload.presignedUrl);
  edit(url);
  return { ...upload, presignedUrl: url.href };
};

test.each<[string, (upload: Upload) => Upload, Record<string, string>, number, string]>([
  ["another key", (upload) => change(upload, (url) => void (url.pathname += "x")), {}, 403, "SignatureDoesNotMatch"],
  ["another size", (upload) => upload, { "Content-Length": "33" }, 403, "SignatureDoesNotMatch"],
  ["another type", (upload) => upload, { "Content-Type": "text/html" }, 403, "SignatureDoesNotMatch"],
  ["no write-once", (upload) => ({ ...upload, headers: {} }), {}, 403, "SignatureDoesNotMatch"],
  [
    "a longer life",
    (upload) => change(upload, (url) => url.searchParams.set("X-Amz-Expires", "3600")),
    {},
    403,
    "SignatureDoesNotMatch",
  ],
  [
    "no signature",
    (upload) => change(upload, (url) => url.searchParams.delete("X-Amz-Signature")),
    {},
    400,
    "AuthorizationQueryParametersError",
  ],
  [
    "somebody else's access key",
    (upload) => change(upload, (url) => url.searchParams.set("X-Amz-Credential", "AKIA/20261121/auto/s3/aws4_request")),
    {},
    403,
    "InvalidAccessKeyId",
  ],
])("%s is refused, and nothing lands", async (_name, edit, headers, status, code) => {
  const upload = await presigned();
  const answer = await putBytes(edit(upload), BYTES, headers);
  expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
  expect(answer.headers.get("Content-Type")).toBe("application/xml");
  expect(await env.RECORDINGS.head(upload.key)).toBeNull();
});

test("a URL that has expired is refused", async () => {
  const { uploadKey: key } = await beginUpload();
  const { url, headers } = await s3Presigner(config.s3).presignPut({ key, bytes: null, now: Date.now() - 15 * 60_000 });
  const answer = await putBytes({ presignedUrl: url, headers }, BYTES);
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

test.each(["GET", "HEAD", "DELETE", "POST"])("%s with the URL of a PUT gives and takes nothing", async (method) => {
  const upload = await presigned();
  await putBytes(upload, BYTES);
  const answer = await call(upload.presignedUrl, { method, headers: { ...upload.headers, "Content-Length": "34" } });
  expect(answer.status).toBe(403);
  expect(await env.RECORDINGS.head(upload.key)).not.toBeNull();
});

test("even a right signature writes only where uploads are", async () => {
  const headers = { "Content-Type": "application/octet-stream" };
  const presignedUrl = await signPut(config.s3, { key: "meetings/x/birth.json", now: Date.now(), headers });
  const answer = await putBytes({ presignedUrl, headers }, BYTES);
  expect([answer.status, await codeOf(answer)]).toEqual([403, "AccessDenied"]);
});

/** A PUT whose body the test writes itself, answered by this isolate. */
function putSlowly(
  upload: { presignedUrl: string; headers: Record<string, string> },
  takesPut: (key: string) => Promise<boolean> = async () => true,
) {
  const { readable, writable } = new IdentityTransformStream();
  const headers = { "Content-Type": "application/octet-stream", ...upload.headers };
  const request = new Request(upload.presignedUrl, {
    method: "PUT",
    headers: { ...headers, "Content-Length": String(BYTES.length) },
    body: readable,
  });
  const answer = answerPresignedPut(request, { config, bucket: env.RECORDINGS, now: Date.now(), takesPut });
  return { answer, body: writable.getWriter() };
}

test.each([
  [UPLOAD_BYTES_MAX, "IncompleteBody"],
  [UPLOAD_BYTES_MAX + 1, "EntityTooLarge"],
])("without its size a body announced with %i bytes is refused as %s", async (bytes, code) => {
  const upload = await presigned(null);
  const answer = await putBytes(upload, BYTES, { "Content-Length": String(bytes) });
  expect([answer.status, await codeOf(answer)]).toEqual([400, code]);
  expect(await env.RECORDINGS.head(upload.key)).toBeNull();
});

test("does not keep a body that ends early", async () => {
  const upload = await presigned();
  const { answer, body } = putSlowly(upload);
  await body.write(BYTES.slice(0, 10));
  await body.close();
  expect([(await answer).status, await codeOf(await answer)]).toEqual([400, "IncompleteBody"]);
  expect(await env.RECORDINGS.head(upload.key)).toBeNull();
});

test("does not keep a body whose sender breaks off", async () => {
  const upload = await presigned();
  const { answer, body } = putSlowly(upload);
  await body.write(BYTES.slice(0, 10));
  await body.abort(new Error("the sender is gone"));
  expect([(await answer).status, await codeOf(await answer)]).toEqual([400, "IncompleteBody"]);
  expect(await env.RECORDINGS.head(upload.key)).toBeNull();
  expect((await putBytes(upload, BYTES)).status).toBe(200);
});

const GONE = [404, "NoSuchUpload"];
const deleteMeeting = (cookie: string, meetId: string) =>
  call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie });

test("refuses a PUT after its meeting was deleted, and nothing lands", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { fileSize: BYTES.length });
  expect((await deleteMeeting(cookie, started.meetId)).status).toBe(200);
  const answer = await putBytes(started, BYTES);
  expect([answer.status, await codeOf(answer)]).toEqual(GONE);
  expect(await env.RECORDINGS.head(keyOf(started.presignedUrl))).toBeNull();
});

test("removes what a PUT wrote while its meeting was deleted", async () => {
  const { cookie } = await signIn();
  const started = await startUpload(cookie, { fileSize: BYTES.length });
  const services = composeServices(workerEnv, () => {});
  const { answer, body } = putSlowly(started, (key) => takesPut(services, key));
  await body.write(BYTES.slice(0, 10));
  expect((await deleteMeeting(cookie, started.meetId)).status).toBe(200);
  await body.write(BYTES.slice(10));
  await body.close();
  expect([(await answer).status, await codeOf(await answer)]).toEqual(GONE);
  expect(await env.RECORDINGS.head(keyOf(started.presignedUrl))).toBeNull();
});

test("refuses places that a later submit of the same dialog replaced", async () => {
  const { cookie } = await signIn();
  const over = {
    fileSize: BYTES.length,
    submissionId: "replaced-1",
    transcriptExt: "vtt",
    transcriptSize: BYTES.length,
  };
  const [first, second] = [await startUpload(cookie, over), await startUpload(cookie, over)];
  for (const replaced of [first, placeOf(first)]) {
    const answer = await putBytes(replaced, BYTES);
    expect([answer.status, await codeOf(answer)]).toEqual(GONE);
    expect(await env.RECORDINGS.head(keyOf(replaced.presignedUrl))).toBeNull();
  }
  for (const standing of [second, placeOf(second)]) expect((await putBytes(standing, BYTES)).status).toBe(200);
});

test("in production the Worker answers no presigned PUT", () => {
  const request = new Request(`${ORIGIN}${LOCAL_S3_PATH}/acta-recordings/x`, { method: "PUT" });
  const production = { ...config, app: { ...config.app, environment: "production" as const } };
  expect([isPresignedPut(request, config), isPresignedPut(request, production)]).toEqual([true, false]);
});

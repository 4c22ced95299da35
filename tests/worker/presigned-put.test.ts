import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newRecordingId } from "#app/domain/ids.ts";
import { s3Presigner } from "#app/server/adapters/s3/s3-presigner.ts";
import { newOriginalKey } from "#app/server/storage/keys.ts";
import { signPut } from "#app/server/storage/presigned-put.ts";
import { LOCAL_S3_PATH, parseConfig } from "#workers/config.ts";
import { answerPresignedPut, isPresignedPut } from "#workers/presigned-put.ts";
import { call, ORIGIN, putBytes } from "#tests/support/api.ts";

const config = parseConfig({ ENVIRONMENT: "local" });
const BYTES = new TextEncoder().encode("these are the bytes of a recording");

async function presigned(bytes: number | null = BYTES.length, key = newOriginalKey(newRecordingId())) {
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
  const key = newOriginalKey(newRecordingId());
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

test("a body that ends early is not kept", async () => {
  const upload = await presigned(BYTES.length);
  const request = new Request(upload.presignedUrl, {
    method: "PUT",
    headers: { ...upload.headers, "Content-Length": String(BYTES.length) },
    body: new Blob([BYTES.slice(0, 10)]).stream(),
  });
  const answer = await answerPresignedPut(request, { config, bucket: env.RECORDINGS, now: Date.now() });
  expect([answer.status, await codeOf(answer)]).toEqual([400, "IncompleteBody"]);
  expect(await env.RECORDINGS.head(upload.key)).toBeNull();
});

test("in production the Worker answers no presigned PUT", () => {
  const request = new Request(`${ORIGIN}${LOCAL_S3_PATH}/acta-recordings/x`, { method: "PUT" });
  const production = { ...config, app: { ...config.app, environment: "production" as const } };
  expect([isPresignedPut(request, config), isPresignedPut(request, production)]).toEqual([true, false]);
});

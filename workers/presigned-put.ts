import { assertNever } from "#app/domain/invariant.ts";
import { WINDOW_AUDIO_BYTES_MAX } from "#app/domain/limits/media.ts";
import { KIB } from "#app/domain/limits/units.ts";
import { UPLOAD_BYTES_MAX, UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { isSoundKey, isUploadKey } from "#app/server/storage/keys.ts";
import { CHECKSUM_HEADER, type PutRefusal, verifyPut } from "#app/server/storage/presigned-put.ts";
import { type Config, LOCAL_S3_PATH } from "#workers/config.ts";

/**
 * R2's S3 endpoint on one machine or an own server, where R2 has none: it takes the PUTs that the presigner signs, checks what the real
 * one checks, and streams the body into the bucket. Answers and errors look as S3's. In production it does not exist.
 */
export function isPresignedPut(request: Request, config: Config): boolean {
  return config.app.environment !== "production" && new URL(request.url).pathname.startsWith(`${LOCAL_S3_PATH}/`);
}

type Needs = {
  config: Config;
  bucket: R2Bucket;
  now: number;
  /** Whether the meeting of a key is there and still gives out that key. */
  takesPut: (key: string) => Promise<boolean>;
};

export async function answerPresignedPut(request: Request, needs: Needs): Promise<Response> {
  const { config, bucket, now } = needs;
  const verified = await verifyPut(config.s3, request, now);
  if (!verified.ok) return refusalOf(verified.reason);
  const { key, part } = verified.value;
  if (request.method !== "PUT") return s3Error(405, "MethodNotAllowed");
  // A signature of ours for any other key does not exist; this is for the day on which one does.
  if (!isUploadKey(key) && !isSoundKey(key)) return s3Error(403, "AccessDenied");

  const length = request.headers.get("Content-Length");
  if (length === null || !/^\d{1,15}$/.test(length)) return s3Error(411, "MissingContentLength");
  const bytes = Number(length);
  // Parts need no question to the meeting: deleting it ends their upload, and R2 refuses what comes after that.
  if (part) return putPart(request, bucket, { key, ...part, bytes });
  if (!(await needs.takesPut(key))) return noSuchUpload();
  const answer = isSoundKey(key)
    ? await putSound(request, bucket, { key, bytes })
    : await putFile(request, bucket, { key, bytes });
  // Asked again: what deleted the meeting meanwhile did not find these bytes.
  if (answer.ok && !(await needs.takesPut(key))) {
    await bucket.delete(key);
    return noSuchUpload();
  }
  return answer;
}

/** The body is streamed, never held. */
async function putFile(
  request: Request,
  bucket: R2Bucket,
  { key, bytes }: { key: string; bytes: number },
): Promise<Response> {
  // Without a signed size nothing else keeps one request from filling the disk.
  if (bytes > UPLOAD_BYTES_MAX) return s3Error(400, "EntityTooLarge");
  const writeOnce = request.headers.get("If-None-Match") === "*";
  // Asked before the body as well, so that nobody sends two gigabytes to learn it.
  if (writeOnce && (await bucket.head(key))) return s3Error(412, "PreconditionFailed");
  const slices = request.body === null ? [] : slicesOfStream(request.body);
  const object = await feed(slices, bytes, (body) =>
    bucket.put(key, body, writeOnce ? { onlyIf: { etagDoesNotMatch: "*" } } : {}),
  );
  if (object === "incomplete") return s3Error(400, "IncompleteBody");
  return object ? new Response(null, { headers: { ETag: object.httpEtag } }) : s3Error(412, "PreconditionFailed");
}

/** A window of sound, whose digest was signed with it. */
async function putSound(
  request: Request,
  bucket: R2Bucket,
  { key, bytes }: { key: string; bytes: number },
): Promise<Response> {
  if (bytes > WINDOW_AUDIO_BYTES_MAX) return s3Error(400, "EntityTooLarge");
  const held = await heldBody(request, bytes);
  if (held instanceof Response) return held;
  const object = await feed(slicesOfBytes(held), bytes, (body) => bucket.put(key, body));
  if (object === "incomplete") return s3Error(400, "IncompleteBody");
  return object ? new Response(null, { headers: { ETag: object.httpEtag } }) : s3Error(412, "PreconditionFailed");
}

/** The body, checked against the length and the digest that were signed; or how S3 refuses it. */
async function heldBody(request: Request, bytes: number): Promise<Uint8Array | Response> {
  const body = await request.arrayBuffer().catch(() => null);
  if (body?.byteLength !== bytes) return s3Error(400, "IncompleteBody");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (request.headers.get(CHECKSUM_HEADER) !== btoa(String.fromCharCode(...digest))) return s3Error(400, "BadDigest");
  return new Uint8Array(body);
}

/** A part is held while it is checked: R2 takes its digest with it, the binding does not. */
async function putPart(
  request: Request,
  bucket: R2Bucket,
  { key, uploadId, number, bytes }: { key: string; uploadId: string; number: number; bytes: number },
): Promise<Response> {
  if (bytes > UPLOAD_PART_BYTES) return s3Error(400, "EntityTooLarge");
  const held = await heldBody(request, bytes);
  if (held instanceof Response) return held;
  try {
    const upload = bucket.resumeMultipartUpload(key, uploadId);
    const part = await feed(slicesOfBytes(held), bytes, (body) => upload.uploadPart(number, body));
    if (part === "incomplete") return s3Error(400, "IncompleteBody");
    return new Response(null, { headers: { ETag: `"${part.etag}"` } });
  } catch (error) {
    if (error instanceof Error && error.message.includes("(10024)")) return noSuchUpload();
    throw error;
  }
}

/** Streams slices into the bucket. A body of another length than announced is not kept: "incomplete". */
async function feed<Stored>(
  slices: Parameters<typeof feedInSlices>[0],
  bytes: number,
  put: (body: ReadableStream) => Promise<Stored>,
): Promise<Stored | "incomplete"> {
  const fixed = new FixedLengthStream(bytes);
  const [fed, stored] = await Promise.allSettled([feedInSlices(slices, fixed.writable), put(fixed.readable)]);
  // Either end may be the first to notice that the body was shorter or longer than announced.
  if (fed.status === "rejected" || (stored.status === "rejected" && stored.reason instanceof TypeError)) {
    return "incomplete";
  }
  if (stored.status === "rejected") throw stored.reason;
  return stored.value;
}

function refusalOf(reason: PutRefusal): Response {
  switch (reason) {
    case "malformed":
      return s3Error(400, "AuthorizationQueryParametersError");
    case "expired":
    case "not-yet-valid":
      return s3Error(403, "AccessDenied", "Request is outside the time it was signed for");
    case "wrong-access-key":
      return s3Error(403, "InvalidAccessKeyId");
    case "signature":
      return s3Error(403, "SignatureDoesNotMatch");
    default:
      return assertNever(reason);
  }
}

/** Of a meeting that was deleted, an upload that was given up, or a place that a later submit replaced. */
function noSuchUpload(): Response {
  return s3Error(404, "NoSuchUpload", "The upload was ended or replaced by another");
}

function s3Error(status: number, code: string, message: string = code): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return new Response(body, { status, headers: { "Content-Type": "application/xml", "Cache-Control": "no-store" } });
}

/**
 * Writes bodies to the local R2 in slices, with a turn of the event loop after each.
 *
 * On one machine a single workerd thread runs the Worker, every Durable Object and R2's simulator, and it polls its sockets
 * only when no event is ready. A sender on the same machine is faster than the simulator, so during a PUT an event is always
 * ready: a body that is piped through in one go is the only thing that happens until it ends. No other request is even read,
 * and their connections break. A timer fires only after a poll, so waiting for one lets the other requests in.
 */

/** Other requests wait for at most one slice: a few milliseconds, because the simulator takes some 20 to 60 MB per second. */
const SLICE_BYTES = 64 * KIB;

/** workerd adds this method; the DOM's types do not know it. */
type AtLeastReader = ReadableStreamBYOBReader & {
  readAtLeast(bytes: number, into: Uint8Array): Promise<{ value?: Uint8Array<ArrayBuffer>; done: boolean }>;
};

type Slices = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes all slices and closes the stream. Aborts it and throws where reading or writing fails. */
async function feedInSlices(slices: Slices, sink: WritableStream<Uint8Array>): Promise<void> {
  const writer = sink.getWriter();
  try {
    for await (const slice of slices) {
      await writer.write(slice);
      await scheduler.wait(0);
    }
    await writer.close();
  } catch (error) {
    // If the stream itself failed, there is nothing left to abort.
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

/** Reads a byte stream slice by slice. A slice is valid until the next is asked for, because its memory is used again. */
async function* slicesOfStream(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: "byob" }) as AtLeastReader;
  try {
    let buffer = new Uint8Array(SLICE_BYTES);
    for (;;) {
      const { done, value } = await reader.readAtLeast(SLICE_BYTES, buffer);
      if (value && value.byteLength > 0) yield value;
      if (done || !value) return;
      buffer = new Uint8Array(value.buffer);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The slices of bytes that are held already. */
function* slicesOfBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += SLICE_BYTES) yield bytes.subarray(start, start + SLICE_BYTES);
}

import { assertNever } from "#app/domain/invariant.ts";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { WINDOW_AUDIO_BYTES_MAX } from "#app/domain/limits/windows.ts";
import { isSoundKey, isUploadKey } from "#app/server/storage/keys.ts";
import { CHECKSUM_HEADER, type PutRefusal, verifyPut } from "#app/server/storage/presigned-put.ts";
import { type Config, LOCAL_S3_PATH } from "#workers/config.ts";

/**
 * R2's S3 endpoint on one machine, where R2 has none: it takes the PUTs that the presigner signs, checks what the real
 * one checks, and streams the body into the bucket. Answers and errors look as S3's. In production it does not exist.
 */
export function isPresignedPut(request: Request, config: Config): boolean {
  return config.app.environment === "local" && new URL(request.url).pathname.startsWith(`${LOCAL_S3_PATH}/`);
}

export async function answerPresignedPut(
  request: Request,
  needs: { config: Config; bucket: R2Bucket; now: number },
): Promise<Response> {
  const verified = await verifyPut(needs.config.s3, request, needs.now);
  if (!verified.ok) return refusalOf(verified.reason);
  const { key, part } = verified.value;
  if (request.method !== "PUT") return s3Error(405, "MethodNotAllowed");
  // A signature of ours for any other key does not exist; this is for the day on which one does.
  if (!isUploadKey(key) && !isSoundKey(key)) return s3Error(403, "AccessDenied");

  const length = request.headers.get("Content-Length");
  if (length === null || !/^\d{1,15}$/.test(length)) return s3Error(411, "MissingContentLength");
  if (part) return putPart(request, needs.bucket, { key, ...part, bytes: Number(length) });
  if (isSoundKey(key)) return putSound(request, needs.bucket, { key, bytes: Number(length) });
  const writeOnce = request.headers.get("If-None-Match") === "*";
  // Asked before the body as well, so that nobody sends two gigabytes to learn it.
  if (writeOnce && (await needs.bucket.head(key))) return s3Error(412, "PreconditionFailed");

  const object = await store(needs.bucket, key, request.body, Number(length), writeOnce);
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
  const object = await bucket.put(key, held);
  return object ? new Response(null, { headers: { ETag: object.httpEtag } }) : s3Error(412, "PreconditionFailed");
}

/** The body, checked against the length and the digest that were signed; or how S3 refuses it. */
async function heldBody(request: Request, bytes: number): Promise<ArrayBuffer | Response> {
  const body = await request.arrayBuffer().catch(() => null);
  if (body?.byteLength !== bytes) return s3Error(400, "IncompleteBody");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (request.headers.get(CHECKSUM_HEADER) !== btoa(String.fromCharCode(...digest))) return s3Error(400, "BadDigest");
  return body;
}

/** A part is held while it is checked: R2 takes its digest with it, the binding does not. */
async function putPart(
  request: Request,
  bucket: R2Bucket,
  { key, uploadId, number, bytes }: { key: string; uploadId: string; number: number; bytes: number },
): Promise<Response> {
  if (bytes > UPLOAD_PART_BYTES) return s3Error(400, "EntityTooLarge");
  const body = await heldBody(request, bytes);
  if (body instanceof Response) return body;
  try {
    const { etag } = await bucket.resumeMultipartUpload(key, uploadId).uploadPart(number, body);
    return new Response(null, { headers: { ETag: `"${etag}"` } });
  } catch (error) {
    if (error instanceof Error && error.message.includes("(10024)")) return s3Error(404, "NoSuchUpload");
    throw error;
  }
}

/** Streams the body through without holding it. A body of another length than announced is not kept. */
async function store(
  bucket: R2Bucket,
  key: string,
  body: ReadableStream | null,
  bytes: number,
  writeOnce: boolean,
): Promise<R2Object | null | "incomplete"> {
  const fixed = new FixedLengthStream(bytes);
  const sent = (body ?? new Blob([]).stream()).pipeTo(fixed.writable);
  const [piped, put] = await Promise.allSettled([
    sent,
    bucket.put(key, fixed.readable, writeOnce ? { onlyIf: { etagDoesNotMatch: "*" } } : {}),
  ]);
  if (put.status === "fulfilled" && put.value === null) return null;
  // Either end may be the first to notice that the body was shorter or longer than announced.
  if (piped.status === "rejected" || (put.status === "rejected" && put.reason instanceof TypeError))
    return "incomplete";
  if (put.status === "rejected") throw put.reason;
  return put.value;
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

function s3Error(status: number, code: string, message: string = code): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return new Response(body, { status, headers: { "Content-Type": "application/xml", "Cache-Control": "no-store" } });
}

import { AwsV4Signer } from "aws4fetch";
import { PRESIGNED_PUT_MS_MAX, UPLOAD_PARTS_MAX } from "#app/domain/limits/uploads.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";

/**
 * Presigned PUTs: SigV4 in the query, as S3 and R2 read it. `sign` makes the URL; `verify` recomputes the signature for
 * the one machine on which the Worker plays R2's S3 endpoint. Both go through the same signer.
 */

export type S3Target = { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string };

export const UPLOAD_PUT_TYPE = "application/octet-stream";
/** S3: the body's SHA-256 in base64; a body that has another is refused (BadDigest). */
export const CHECKSUM_HEADER = "x-amz-checksum-sha256";

const REGION = "auto";
/** Maximum time that a signer's clock may be ahead, in ms; the same as in S3. */
const CLOCK_SKEW_MS_MAX = 15 * 60 * 1000;
/** S3: a week. */
const EXPIRES_S_MAX = 7 * 24 * 60 * 60;

/** Optional query parameters of AWS's own presigner; they have no effect, and the signature covers them. */
export const SAID_BY_AWS: Readonly<Record<string, string>> = {
  "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD",
  "x-id": "PutObject",
};

export const PART_SAID_BY_AWS: Readonly<Record<string, string>> = { ...SAID_BY_AWS, "x-id": "UploadPart" };

/** A part of a multipart upload: an object that is put piece by piece and stands once all of them are there. */
export type PartOf = { uploadId: string; number: number };

/**
 * Signs a PUT of one key, or of one part of it. `headers` are the ones that the signature covers in addition to host; `said` are
 * the additional query parameters, from SAID_BY_AWS.
 */
export async function signPut(
  target: S3Target,
  input: {
    key: string;
    now: number;
    lifeMs?: number;
    headers: Record<string, string>;
    part?: PartOf;
    said?: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const seconds = Math.floor((input.lifeMs ?? PRESIGNED_PUT_MS_MAX) / 1000);
  const url = new URL(`${bucketUrl(target)}${input.key}`);
  const { headers, part, said = {} } = input;
  const asked = part ? { ...said, partNumber: String(part.number), uploadId: part.uploadId } : said;
  return signed(target, { method: "PUT", url, datetime: amzDate(input.now), seconds, headers, said: asked });
}

export type PutRefusal = "malformed" | "expired" | "not-yet-valid" | "wrong-access-key" | "signature";

/** The key (and its part) that a presigned PUT may write, or the reason of the refusal. The request is not trusted before this. */
export async function verifyPut(
  target: S3Target,
  request: { method: string; url: string; headers: Headers },
  now: number,
): Promise<Outcome<{ key: string; part: PartOf | null }, PutRefusal>> {
  const asked = new URL(request.url);
  const query = readQuery(asked.searchParams);
  if (!query) return refused("malformed");
  if (query.credential !== `${target.accessKeyId}/${query.datetime.slice(0, 8)}/${REGION}/s3/aws4_request`) {
    return refused("wrong-access-key");
  }
  if (now < query.signedAt - CLOCK_SKEW_MS_MAX) return refused("not-yet-valid");
  if (now >= query.signedAt + query.seconds * 1000) return refused("expired");

  const headers: Record<string, string> = {};
  for (const name of query.signedHeaders) {
    if (name === "host") continue;
    const value = request.headers.get(name);
    if (value === null) return refused("signature");
    headers[name] = value;
  }
  // The host is the configured one, never the request's: the signature was made for it.
  const url = new URL(`${new URL(target.endpoint).origin}${asked.pathname}`);
  const { method } = request;
  const { datetime, seconds, said } = query;
  const expected = await signed(target, { method, url, datetime, seconds, headers, said });
  const signature = new URL(expected).searchParams.get("X-Amz-Signature") ?? "";
  if (!sameText(signature, query.signature)) return refused("signature");

  const prefix = new URL(bucketUrl(target)).pathname;
  if (!asked.pathname.startsWith(prefix)) return refused("malformed");
  return ok({ key: asked.pathname.slice(prefix.length), part: query.part });
}

/** Path style: it works at R2 and where the Worker acts as R2. */
function bucketUrl({ endpoint, bucket }: S3Target): string {
  return `${endpoint.replace(/\/+$/, "")}/${bucket}/`;
}

async function signed(
  target: S3Target,
  input: {
    method: string;
    url: URL;
    datetime: string;
    seconds: number;
    headers: Record<string, string>;
    said: Readonly<Record<string, string>>;
  },
): Promise<string> {
  for (const [name, value] of Object.entries(input.said)) input.url.searchParams.set(name, value);
  input.url.searchParams.set("X-Amz-Expires", String(input.seconds));
  const signer = new AwsV4Signer({
    method: input.method,
    url: input.url.href,
    headers: input.headers,
    accessKeyId: target.accessKeyId,
    secretAccessKey: target.secretAccessKey,
    service: "s3",
    region: REGION,
    datetime: input.datetime,
    signQuery: true,
    // Without it content-type and content-length are silently left out of what is signed.
    allHeaders: true,
  });
  return (await signer.sign()).url.href;
}

const QUERY_NAMES = [
  "X-Amz-Algorithm",
  "X-Amz-Credential",
  "X-Amz-Date",
  "X-Amz-Expires",
  "X-Amz-Signature",
  "X-Amz-SignedHeaders",
];

/**
 * Reads the six parameters, those of a part, and those that AWS's presigner adds. Each may occur once and no others are accepted:
 * the signer would read only the first of a repeated one.
 */
function readQuery(query: URLSearchParams) {
  const part = readPart(query);
  const said = {
    ...Object.fromEntries(
      Object.entries(part ? PART_SAID_BY_AWS : SAID_BY_AWS).filter(([name, value]) => query.get(name) === value),
    ),
    ...(part ? { partNumber: String(part.number), uploadId: part.uploadId } : {}),
  };
  const expected = [...QUERY_NAMES, ...Object.keys(said)].sort();
  if ([...query.keys()].sort().join() !== expected.join()) return null;
  const value = (name: string) => query.get(name) ?? "";
  const datetime = value("X-Amz-Date");
  const signedAt = parseAmzDate(datetime);
  const seconds = /^\d{1,6}$/.test(value("X-Amz-Expires")) ? Number(value("X-Amz-Expires")) : 0;
  const signedHeaders = value("X-Amz-SignedHeaders").split(";");
  const usable =
    value("X-Amz-Algorithm") === "AWS4-HMAC-SHA256" &&
    signedAt !== null &&
    seconds >= 1 &&
    seconds <= EXPIRES_S_MAX &&
    signedHeaders.includes("host") &&
    signedHeaders.includes("content-type") &&
    signedHeaders.every((name) => /^[a-z0-9-]+$/.test(name));
  if (!usable) return null;
  const [credential, signature] = [value("X-Amz-Credential"), value("X-Amz-Signature")];
  return { credential, signature, datetime, signedAt, seconds, signedHeaders, said, part };
}

/** S3 numbers parts from 1 to 10,000. */
function readPart(query: URLSearchParams): PartOf | null {
  const [number, uploadId] = [query.get("partNumber") ?? "", query.get("uploadId") ?? ""];
  return /^[1-9]\d{0,4}$/.test(number) && Number(number) <= UPLOAD_PARTS_MAX && uploadId !== ""
    ? { number: Number(number), uploadId }
    : null;
}

function amzDate(at: number): string {
  return new Date(at).toISOString().replace(/[:-]|\.\d{3}/g, "");
}

function parseAmzDate(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}

/** Compares in a time that says nothing about where two texts of one length differ. */
function sameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

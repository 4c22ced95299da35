import { PutObjectCommand, S3Client, UploadPartCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CHECKSUM_HEADER,
  PART_SAID_BY_AWS,
  SAID_BY_AWS,
  signPut,
  verifyPut,
} from "#app/server/storage/presigned-put.ts";

/** Compares our signing and verifying with the presigner of AWS. */
const TARGET = {
  endpoint: "https://0123456789abcdef.r2.cloudflarestorage.com",
  bucket: "acta-recordings",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const LOCAL = { ...TARGET, endpoint: "http://localhost:8787/_local/s3" };
const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const KEY = "recordings/0123456789abcdefghjkmnpq/original-0123456789abcdefghjkmnpq.mp4";
const TYPE = "application/octet-stream";
const LIFE_S = 15 * 60;

/** A PUT presigned by AWS, with type, size and write-once in the signature, which its defaults leave out. */
async function signedByAws(target: typeof TARGET, input: { key: string; bytes: number | null; now: number }) {
  const client = new S3Client({
    region: "auto",
    endpoint: target.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: target.accessKeyId, secretAccessKey: target.secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const command = new PutObjectCommand({
    Bucket: target.bucket,
    Key: input.key,
    ContentType: TYPE,
    ...(input.bytes === null ? {} : { ContentLength: input.bytes, IfNoneMatch: "*" }),
  });
  const signed = new Set(["content-type", "content-length", "if-none-match", "host"]);
  return getSignedUrl(client, command, {
    expiresIn: LIFE_S,
    signingDate: new Date(input.now),
    signableHeaders: signed,
    unhoistableHeaders: signed,
  });
}

/** The same PUT signed by us, with the parameters that AWS adds to the query, so that every input is equal. */
function signedByUs(target: typeof TARGET, input: { key: string; bytes: number | null; now: number }) {
  const { headers } = put("", input.bytes);
  return signPut(target, { key: input.key, now: input.now, headers: Object.fromEntries(headers), said: SAID_BY_AWS });
}

function put(url: string, bytes: number | null, over: Record<string, string> = {}) {
  return {
    method: "PUT",
    url,
    headers: new Headers({
      "Content-Type": TYPE,
      ...(bytes === null ? {} : { "Content-Length": String(bytes), "If-None-Match": "*" }),
      ...over,
    }),
  };
}

const parameters = (url: string) => [...new URL(url).searchParams].map(([name, value]) => `${name}=${value}`).sort();

test.each([
  ["R2, with the size", TARGET, 2_009_715_200],
  ["R2, without", TARGET, null],
  ["the Worker's own stand-in, with the size", LOCAL, 5],
  ["the Worker's own stand-in, without", LOCAL, null],
])("for %s AWS and we make the same URL, byte for byte in signature and parameters", async (_name, target, bytes) => {
  const input = { key: KEY, bytes, now: NOW };
  const [theirs, ours] = await Promise.all([signedByAws(target, input), signedByUs(target, input)]);
  expect(parameters(theirs)).toEqual(parameters(ours));
  expect(new URL(theirs).pathname).toBe(new URL(ours).pathname);
  expect(new URL(theirs).host).toBe(new URL(ours).host);
});

test("the signatures are equal for any key, size and time", async () => {
  const letter = fc.constantFrom(...Array.from("0123456789abcdefghjkmnpqrstvwxyz"));
  const id = fc.string({ unit: letter, minLength: 24, maxLength: 24 });
  const input = fc.record({
    key: fc.tuple(id, id).map(([one, other]) => `recordings/${one}/original-${other}.mp4`),
    bytes: fc.option(fc.integer({ min: 1, max: 2_009_715_200 }), { nil: null }),
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }),
  });
  await fc.assert(
    fc.asyncProperty(input, async (each) => {
      const [theirs, ours] = await Promise.all([signedByAws(TARGET, each), signedByUs(TARGET, each)]);
      expect(parameters(theirs)).toEqual(parameters(ours));
      expect(await verifyPut(TARGET, put(theirs, each.bytes), each.now)).toEqual({
        ok: true,
        value: { key: each.key, part: null },
      });
    }),
    { numRuns: 25 },
  );
});

type Change = {
  url?: (url: URL) => void;
  method?: string;
  headers?: Record<string, string>;
  drop?: string;
  at?: number;
  target?: typeof TARGET;
};
const setQuery = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);
const flipped = (url: URL) => {
  const signature = url.searchParams.get("X-Amz-Signature") ?? "";
  const last = Number.parseInt(signature.slice(-1), 16);
  url.searchParams.set("X-Amz-Signature", signature.slice(0, -1) + (last ^ 1).toString(16));
};

test.each<[string, Change, string]>([
  [
    "another key",
    { url: (url) => void (url.pathname = url.pathname.replace("original-0", "original-1")) },
    "signature",
  ],
  ["another bucket", { url: (url) => void (url.pathname = `/other/${KEY}`) }, "signature"],
  ["another method", { method: "DELETE" }, "signature"],
  ["a longer life", { url: setQuery("X-Amz-Expires", "86400") }, "signature"],
  ["a later date", { url: setQuery("X-Amz-Date", "20261121T100100Z") }, "signature"],
  ["the end of its life", { at: NOW + LIFE_S * 1000 }, "expired"],
  ["another size", { headers: { "Content-Length": "6" } }, "signature"],
  ["another type", { headers: { "Content-Type": "text/html" } }, "signature"],
  ["no write-once", { drop: "If-None-Match" }, "signature"],
  [
    "a host of another account",
    { target: { ...TARGET, endpoint: "https://ffff.r2.cloudflarestorage.com" } },
    "signature",
  ],
  ["another secret", { target: { ...TARGET, secretAccessKey: "another" } }, "signature"],
  ["a flipped bit", { url: flipped }, "signature"],
])("of what AWS presigned, %s is refused", async (_name, change, reason) => {
  const url = new URL(await signedByAws(TARGET, { key: KEY, bytes: 5, now: NOW }));
  change.url?.(url);
  const request = { ...put(url.href, 5, change.headers), method: change.method ?? "PUT" };
  if (change.drop) request.headers.delete(change.drop);
  expect(await verifyPut(change.target ?? TARGET, request, change.at ?? NOW)).toEqual({ ok: false, reason });
});

test.each([
  ["R2", TARGET],
  ["the Worker's own stand-in", LOCAL],
])("for %s AWS and we sign a part of an upload alike, and each accepts the other's", async (_name, target) => {
  const [number, uploadId, bytes, sha256] = [7, "ABC-upload_id.1", 8_388_608, `${"A".repeat(42)}E=`];
  const client = new S3Client({
    region: "auto",
    endpoint: target.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: target.accessKeyId, secretAccessKey: target.secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const signed = new Set(["content-type", "content-length", CHECKSUM_HEADER, "host"]);
  const command = new UploadPartCommand({
    Bucket: target.bucket,
    Key: KEY,
    PartNumber: number,
    UploadId: uploadId,
    ContentLength: bytes,
    ChecksumSHA256: sha256,
  });
  // The command sets no content type. A browser sends one.
  command.middlewareStack.add(
    (next) => (args) => {
      const { request } = args as unknown as { request: { headers: Record<string, string> } };
      request.headers["content-type"] = TYPE;
      return next(args);
    },
    { step: "build" },
  );
  const options = {
    expiresIn: LIFE_S,
    signingDate: new Date(NOW),
    signableHeaders: signed,
    unhoistableHeaders: signed,
  };
  const theirs = await getSignedUrl(client, command, options);
  const headers = { "Content-Type": TYPE, "Content-Length": String(bytes), [CHECKSUM_HEADER]: sha256 };
  const ours = await signPut(target, {
    key: KEY,
    now: NOW,
    headers,
    part: { number, uploadId },
    said: PART_SAID_BY_AWS,
  });
  expect(parameters(ours)).toEqual(parameters(theirs));
  const request = { method: "PUT", url: theirs, headers: new Headers(headers) };
  expect(await verifyPut(target, request, NOW)).toEqual({ ok: true, value: { key: KEY, part: { number, uploadId } } });
});

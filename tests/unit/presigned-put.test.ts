import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PRESIGNED_PUT_MS_MAX } from "#app/domain/limits/uploads.ts";
import { s3Presigner } from "#app/server/adapters/s3/s3-presigner.ts";
import { signPut, verifyPut } from "#app/server/storage/presigned-put.ts";

const TARGET = {
  endpoint: "https://0123456789abcdef.r2.cloudflarestorage.com",
  bucket: "acta-recordings",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);
const KEY = "recordings/0123456789abcdefghjkmnpq/original-0123456789abcdefghjkmnpq.mp4";

/** SigV4 in the query as AWS documents it, written independently of the app's signer. */
function sigV4(input: {
  method: string;
  url: string;
  region: string;
  headers: Record<string, string>;
  secret: string;
}): string {
  const url = new URL(input.url);
  const query = [...url.searchParams].filter(([name]) => name !== "X-Amz-Signature");
  const encoded = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort();
  const headers = Object.entries({ host: url.host, ...input.headers })
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const canonical = [
    input.method,
    url.pathname,
    encoded.join("&"),
    ...headers.map(([name, value]) => `${name}:${value}`),
    "",
    headers.map(([name]) => name).join(";"),
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const date = url.searchParams.get("X-Amz-Date") ?? "";
  const scope = `${date.slice(0, 8)}/${input.region}/s3/aws4_request`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = scope.split("/").reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${input.secret}`);
  return hmac(key, ["AWS4-HMAC-SHA256", date, scope, hash].join("\n")).toString("hex");
}

const signatureOf = (url: string) => new URL(url).searchParams.get("X-Amz-Signature");

test("the test's own SigV4 gives the signature of the example in the S3 documentation", () => {
  const credential = encodeURIComponent("AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request");
  const url = `https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${credential}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host`;
  expect(sigV4({ method: "GET", url, region: "us-east-1", headers: {}, secret: TARGET.secretAccessKey })).toBe(
    "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  );
});

test("with its size an upload's URL covers type, length and write-once, for R2 and for minutes", async () => {
  const { url, headers } = await s3Presigner(TARGET).presignPut({ key: KEY, bytes: 2_009_715_200, now: NOW });
  expect(url).toContain(`${TARGET.endpoint}/acta-recordings/${KEY}?`);
  expect(headers).toEqual({ "Content-Type": "application/octet-stream", "If-None-Match": "*" });
  const query = new URL(url).searchParams;
  expect(query.get("X-Amz-SignedHeaders")).toBe("content-length;content-type;host;if-none-match");
  expect(query.get("X-Amz-Credential")).toBe("AKIAIOSFODNN7EXAMPLE/20261121/auto/s3/aws4_request");
  expect(Number(query.get("X-Amz-Expires")) * 1000).toBe(PRESIGNED_PUT_MS_MAX);
  const signed = { ...headers, "Content-Length": "2009715200" };
  expect(signatureOf(url)).toBe(
    sigV4({ method: "PUT", url, region: "auto", headers: signed, secret: TARGET.secretAccessKey }),
  );
});

test("without a size only the type is covered", async () => {
  const { url, headers } = await s3Presigner(TARGET).presignPut({ key: KEY, bytes: null, now: NOW });
  expect(headers).toEqual({ "Content-Type": "application/octet-stream" });
  expect(new URL(url).searchParams.get("X-Amz-SignedHeaders")).toBe("content-type;host");
  expect(signatureOf(url)).toBe(sigV4({ method: "PUT", url, region: "auto", headers, secret: TARGET.secretAccessKey }));
});

const SENT = { "Content-Type": "application/octet-stream", "Content-Length": "5", "If-None-Match": "*" };

async function put(change: {
  url?: (url: URL) => void;
  method?: string;
  headers?: Record<string, string>;
  drop?: string;
}) {
  const url = new URL(await signPut(TARGET, { key: KEY, now: NOW, headers: SENT }));
  change.url?.(url);
  const headers = new Headers({ ...SENT, ...change.headers });
  if (change.drop) headers.delete(change.drop);
  return { method: change.method ?? "PUT", url: url.href, headers };
}
const setQuery = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);

test("a signed request is accepted until it expires", async () => {
  const request = await put({});
  expect(await verifyPut(TARGET, request, NOW)).toEqual({ ok: true, value: { key: KEY, part: null } });
  expect((await verifyPut(TARGET, request, NOW + PRESIGNED_PUT_MS_MAX - 1)).ok).toBe(true);
  const late = await verifyPut(TARGET, request, NOW + PRESIGNED_PUT_MS_MAX);
  expect(late).toEqual({ ok: false, reason: "expired" });
  const early = await verifyPut(TARGET, request, NOW - 16 * 60 * 1000);
  expect(early).toEqual({ ok: false, reason: "not-yet-valid" });
});

const OTHER_KEY = KEY.replace("original-0", "original-1");

test.each<[string, Parameters<typeof put>[0], string]>([
  ["another key", { url: (url) => void (url.pathname = `/acta-recordings/${OTHER_KEY}`) }, "signature"],
  ["another bucket", { url: (url) => void (url.pathname = `/other/${KEY}`) }, "signature"],
  ["a path that climbs", { url: (url) => void (url.pathname = `/acta-recordings/x/../${KEY}x`) }, "signature"],
  ["another method", { method: "DELETE" }, "signature"],
  ["reading instead", { method: "GET" }, "signature"],
  ["a longer life", { url: setQuery("X-Amz-Expires", "604800") }, "signature"],
  ["a life of more than a week", { url: setQuery("X-Amz-Expires", "604801") }, "malformed"],
  ["a later date", { url: setQuery("X-Amz-Date", "20261121T100100Z") }, "signature"],
  ["no date", { url: setQuery("X-Amz-Date", "20261399T000000Z") }, "malformed"],
  ["another size", { headers: { "Content-Length": "6" } }, "signature"],
  ["no size", { drop: "Content-Length" }, "signature"],
  ["another type", { headers: { "Content-Type": "text/html" } }, "signature"],
  ["no write-once", { drop: "If-None-Match" }, "signature"],
  ["the length left out of the signature", { url: setQuery("X-Amz-SignedHeaders", "content-type;host") }, "signature"],
  ["the type left out of the signature", { url: setQuery("X-Amz-SignedHeaders", "host") }, "malformed"],
  [
    "another access key",
    { url: setQuery("X-Amz-Credential", "AKIA/20261121/auto/s3/aws4_request") },
    "wrong-access-key",
  ],
  ["another algorithm", { url: setQuery("X-Amz-Algorithm", "none") }, "malformed"],
  ["no signature", { url: (url) => url.searchParams.delete("X-Amz-Signature") }, "malformed"],
  ["an empty signature", { url: setQuery("X-Amz-Signature", "") }, "signature"],
  ["a parameter twice", { url: (url) => url.searchParams.append("X-Amz-Expires", "604800") }, "malformed"],
  ["a parameter more", { url: setQuery("acl", "public-read") }, "malformed"],
  ["a parameter of AWS that was not signed", { url: setQuery("x-id", "PutObject") }, "signature"],
  ["another operation", { url: setQuery("x-id", "DeleteObject") }, "malformed"],
])("%s is refused", async (_name, change, reason) => {
  expect(await verifyPut(TARGET, await put(change), NOW)).toEqual({ ok: false, reason });
});

test("a signature made with another secret is refused", async () => {
  const request = {
    ...(await put({})),
    url: await signPut({ ...TARGET, secretAccessKey: "x" }, { key: KEY, now: NOW, headers: SENT }),
  };
  expect(await verifyPut(TARGET, request, NOW)).toEqual({ ok: false, reason: "signature" });
});

test("any flipped bit of the signature is refused", async () => {
  const { url, headers } = await put({});
  const signature = signatureOf(url) ?? "";
  await fc.assert(
    fc.asyncProperty(fc.nat(signature.length - 1), fc.integer({ min: 1, max: 15 }), async (index, bits) => {
      const digit = (Number.parseInt(signature.charAt(index), 16) ^ bits).toString(16);
      const flipped = `${signature.slice(0, index)}${digit}${signature.slice(index + 1)}`;
      const request = { method: "PUT", url: url.replace(signature, flipped), headers };
      expect(await verifyPut(TARGET, request, NOW)).toEqual({ ok: false, reason: "signature" });
    }),
    { numRuns: 50 },
  );
});

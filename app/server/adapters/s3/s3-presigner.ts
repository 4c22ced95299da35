import type { Presigner } from "#app/server/ports/recording-store.ts";
import { type S3Target, signPut, UPLOAD_PUT_TYPE, CHECKSUM_HEADER } from "#app/server/storage/presigned-put.ts";

/**
 * Presigned PUTs for R2's S3 endpoint (or the Worker's own stand-in on one machine). With the size known, it is signed
 * together with If-None-Match: a PUT of another length, or onto a key that has its bytes, is refused by the store.
 * `headers` names what the browser must set; content-length is signed too, but a browser sets that one by itself and
 * forbids scripts to.
 */
export function s3Presigner(target: S3Target): Presigner {
  return {
    async presignPut({ key, bytes, now }) {
      const sent: Record<string, string> = { "Content-Type": UPLOAD_PUT_TYPE };
      if (bytes !== null) sent["If-None-Match"] = "*";
      const covered = bytes === null ? sent : { ...sent, "Content-Length": String(bytes) };
      return { url: await signPut(target, { key, now, headers: covered }), headers: sent };
    },
    async presignSound({ key, bytes, sha256, now }) {
      const sent = { "Content-Type": UPLOAD_PUT_TYPE, [CHECKSUM_HEADER]: sha256 };
      const headers = { ...sent, "Content-Length": String(bytes) };
      return { url: await signPut(target, { key, now, headers }), headers: sent };
    },
    async presignPart({ key, uploadId, number, bytes, sha256, now }) {
      const sent = { "Content-Type": UPLOAD_PUT_TYPE, [CHECKSUM_HEADER]: sha256 };
      const headers = { ...sent, "Content-Length": String(bytes) };
      return { url: await signPut(target, { key, now, headers, part: { uploadId, number } }), headers: sent };
    },
  };
}

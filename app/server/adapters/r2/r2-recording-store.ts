import { r2ByteSource } from "#app/server/adapters/r2/r2-byte-source.ts";
import type { RecordingStore, StoredObject } from "#app/server/ports/recording-store.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Objects of one page when listing; R2 deletes as many at once. */
const PAGE_OBJECTS_MAX = 1000;

/** Recordings in R2, through the Worker's binding. */
export function r2RecordingStore(bucket: R2Bucket): RecordingStore {
  const store: RecordingStore = {
    async head(key) {
      const object = await asked(bucket.head(key));
      return object && versionOf(object);
    },
    open: (key, version) => r2ByteSource(bucket, key, version),
    async read(key, version, start, end) {
      const range = { offset: start, length: end - start };
      const object = await asked(bucket.get(key, { range, onlyIf: { etagMatches: version.etag } }));
      return object && "body" in object ? object.body : null;
    },
    async put(key, body, contentType) {
      return versionOf(await asked(bucket.put(key, body, { httpMetadata: { contentType } })));
    },
    async getText(key) {
      const object = await asked(bucket.get(key));
      return object && asked(object.text());
    },
    async getBytes(key) {
      const object = await asked(bucket.get(key));
      return object && new Uint8Array(await asked(object.arrayBuffer()));
    },
    async beginParts(key) {
      return (await asked(bucket.createMultipartUpload(key))).uploadId;
    },
    async joinParts(key, uploadId, parts) {
      const named = parts.map(({ number, etag }) => ({ partNumber: number, etag }));
      const upload = bucket.resumeMultipartUpload(key, uploadId);
      return unlessUnknown(async () => versionOf(await upload.complete(named)));
    },
    async endParts(key, uploadId) {
      await unlessUnknown(() => bucket.resumeMultipartUpload(key, uploadId).abort());
    },
    async remove(key) {
      await asked(bucket.delete(key));
    },
    async removeAll(prefix) {
      let areLeft = true;
      while (areLeft) areLeft = await store.removeSome(prefix, PAGE_OBJECTS_MAX);
    },
    async removeSome(prefix, limit) {
      // Deleted objects are not listed again, so each call starts at the beginning.
      const { keys, cursor } = await store.list(prefix, null, limit);
      if (keys.length > 0) await asked(bucket.delete(keys));
      return cursor !== null;
    },
    async list(prefix, cursor, limit = PAGE_OBJECTS_MAX) {
      const page = await asked(bucket.list({ prefix, limit, ...(cursor === null ? {} : { cursor }) }));
      return { keys: page.objects.map((object) => object.key), cursor: page.truncated ? page.cursor : null };
    },
  };
  return store;
}

function versionOf(object: R2Object): StoredObject {
  return { size: object.size, etag: object.etag };
}

/** R2 reports an unknown upload or part by a code in its message: NoSuchUpload, InvalidPart and similar ones. */
async function unlessUnknown<Value>(ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof Error && /\((?:10024|10025|10011|10048)\)/.test(cause.message)) return null;
    throw new UpstreamError({ service: "r2", retryable: true, cause });
  }
}

async function asked<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    throw new UpstreamError({ service: "r2", retryable: true, cause });
  }
}

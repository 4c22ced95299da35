import { type BackOff, backOffDelayMs } from "#app/domain/back-off.ts";
import { type ByteSource, type ByteStream, SourceChangedError } from "#app/media/byte-source.ts";
import type { RecordingStore, StoredObject } from "#app/server/ports/recording-store.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const CHUNK_BYTES = 2 * 1024 * 1024;
/** Reopenings of one stream without a byte in between, before the failure is the caller's. */
const REOPENS_MAX = 3;
const REOPEN_BACK_OFF: BackOff = { firstMs: 100, factor: 2, maxMs: 400 };
/**
 * After this time a stream yields to other work. A local R2 runs in the same process and has its next bytes at once, so without a
 * pause no network event is handled until the stream ends: one gigabyte blocked every page for 20 s.
 */
const TURN_MS = 20;

/** Methods that workerd's BYOB reader adds to the standard; the DOM's types, which the app shares, lack `readAtLeast`. */
type AtLeastReader = {
  readAtLeast(bytes: number, into: Uint8Array): Promise<{ value?: Uint8Array; done: boolean }>;
  cancel(): Promise<void>;
};

/** The part of R2's binding that reading needs; tests break it on purpose. */
export type ReadableBucket = Pick<R2Bucket, "get">;

/**
 * One version of an object as a ByteSource. Every read names the etag, so that bytes of two versions never mix: an
 * object that is gone or replaced throws SourceChangedError. A BYOB reader with readAtLeast costs a twelfth of the CPU of
 * plain reading; nothing goes through a TransformStream for the same reason.
 */
export function r2ByteSource(bucket: ReadableBucket, key: string, version: StoredObject): ByteSource {
  const open = async (offset: number, length: number): Promise<R2ObjectBody> => {
    const object = await bucket.get(key, { range: { offset, length }, onlyIf: { etagMatches: version.etag } });
    if (!object) throw new SourceChangedError("missing");
    if (!("body" in object)) throw new SourceChangedError("changed");
    return object;
  };

  return {
    size: version.size,
    async read(start, end) {
      const [from, to] = clamp(start, end, version.size);
      if (from === to) return new Uint8Array(0);
      return persist(async () => {
        const bytes = new Uint8Array(await (await open(from, to - from)).arrayBuffer());
        if (bytes.length !== to - from) throw new Error(`short read: ${bytes.length} of ${to - from} bytes`);
        return bytes;
      });
    },
    stream(start, end) {
      const [from, to] = clamp(start, end, version.size);
      return r2ByteStream(open, from, to);
    },
  };
}

function r2ByteStream(
  open: (offset: number, length: number) => Promise<R2ObjectBody>,
  from: number,
  end: number,
): ByteStream {
  let offset = from;
  let reader: AtLeastReader | null = null;
  let buffer = new ArrayBuffer(Math.min(CHUNK_BYTES, end - from));
  let turnAt = Date.now();

  const letOthers = async () => {
    if (Date.now() - turnAt < TURN_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    turnAt = Date.now();
  };

  const readOnce = async (): Promise<Uint8Array> => {
    reader ??= (await open(offset, end - offset)).body.getReader({ mode: "byob" }) as unknown as AtLeastReader;
    const wanted = Math.min(buffer.byteLength, end - offset);
    const { value } = await reader.readAtLeast(wanted, new Uint8Array(buffer, 0, wanted));
    if (!value || value.byteLength === 0) throw new Error("stream ended early");
    return value;
  };

  const close = async () => {
    const open = reader;
    reader = null;
    // A stream that broke cannot be cancelled; there is nothing left to free then.
    await open?.cancel().catch(() => undefined);
  };

  return {
    async next() {
      if (offset >= end) {
        await close();
        return null;
      }
      await letOthers();
      const value = await persist(readOnce, async () => {
        await close();
        // The broken reader kept the buffer it was given.
        buffer = new ArrayBuffer(Math.min(CHUNK_BYTES, end - offset));
      });
      buffer = value.buffer as ArrayBuffer;
      offset += value.byteLength;
      return value;
    },
    cancel: close,
  };
}

/** Retries after a network failure, from the same position. Errors that a retry cannot fix are rethrown. */
async function persist<Value>(attempt: () => Promise<Value>, recover?: () => Promise<void>): Promise<Value> {
  for (let reopened = 0; ; reopened++) {
    try {
      return await attempt();
    } catch (cause) {
      if (cause instanceof SourceChangedError) throw cause;
      if (reopened === REOPENS_MAX) throw new UpstreamError({ service: "r2", retryable: true, cause });
      await recover?.();
      await new Promise((resolve) => setTimeout(resolve, backOffDelayMs(REOPEN_BACK_OFF, reopened + 1, Math.random())));
    }
  }
}

function clamp(start: number, end: number, size: number): [number, number] {
  const to = Math.min(Math.max(end, 0), size);
  return [Math.min(Math.max(start, 0), to), to];
}

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
    async getBytes(key, range) {
      const part = range && { range: { offset: range.start, length: range.end - range.start } };
      const object = await asked(bucket.get(key, part));
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

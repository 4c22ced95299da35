import type { RecordingId } from "#app/domain/ids.ts";
import type { LanguageChoice } from "#app/domain/meeting-languages.ts";
import type { ByteSource } from "#app/media/byte-source.ts";

/** A part of an object, numbered from 1, as the store named it. */
export type StoredPart = { number: number; etag: string };
export type StoredObject = { size: number; etag: string };

/**
 * The bytes of recordings and what is derived from them. Keys are made in server/storage/keys.ts and nowhere else.
 * Throws UpstreamError where the store does not answer.
 */
export interface RecordingStore {
  head(key: string): Promise<StoredObject | null>;
  /** The bytes of exactly this version; reading throws SourceChangedError once the object is gone or another. */
  open(key: string, version: StoredObject): ByteSource;
  /**
   * The bytes of [start, end) of exactly this version, streamed to a player; null where the object is gone or another.
   * The caller has looked at `head` and decided the range.
   */
  read(key: string, version: StoredObject, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>;
  put(key: string, body: Uint8Array | string | ReadableStream, contentType: string): Promise<StoredObject>;
  getText(key: string): Promise<string | null>;
  /** `range`: those of [start, end) alone, fewer at the end of the object. */
  getBytes(key: string, range?: { start: number; end: number }): Promise<Uint8Array | null>;
  /** Begins an object that is put in parts; the id under which they are put. */
  beginParts(key: string): Promise<string>;
  /**
   * Joins the parts to the object; null when the store does not know the upload (it was joined, ended or expired) or one of the
   * parts does not match.
   */
  joinParts(key: string, uploadId: string, parts: readonly StoredPart[]): Promise<StoredObject | null>;
  /** Ends an upload in parts and removes what of it has landed; no error where it is gone already. */
  endParts(key: string, uploadId: string): Promise<void>;
  /** Deletes one key; no error where it is gone already. */
  remove(key: string): Promise<void>;
  /** Deletes everything under a prefix, page by page. */
  removeAll(prefix: string): Promise<void>;
  /** Deletes at most `limit` keys under a prefix (1000 at the most), and answers whether there are more. */
  removeSome(prefix: string, limit: number): Promise<boolean>;
  /** Keys under a prefix, one page of at most `limit` (1000 where it is absent); `cursor` is null at the end. */
  list(prefix: string, cursor: string | null, limit?: number): Promise<{ keys: string[]; cursor: string | null }>;
}

/** The key of one recognised window: the same window is not paid for twice. */
export type WindowTextKey = {
  recordingId: RecordingId;
  source: string;
  window: number;
  /** "auto": recognised before the language was known. */
  language: LanguageChoice;
  engine: string;
};

/** Presigned URLs for the recording store: one key, one method, minutes of life. */
export interface Presigner {
  /**
   * A PUT of one object as application/octet-stream. With `bytes` the size and If-None-Match: * are signed too.
   * `headers` is what the caller must set; content-length is signed but not named, as browsers set it by themselves.
   */
  presignPut(input: {
    key: string;
    bytes: number | null;
    now: number;
  }): Promise<{ url: string; headers: Record<string, string> }>;
  /** A PUT of one object of exactly so many bytes with exactly this SHA-256 (base64). The same object may be put again. */
  presignSound(input: {
    key: string;
    bytes: number;
    sha256: string;
    now: number;
  }): Promise<{ url: string; headers: Record<string, string> }>;
  /**
   * A PUT of one part of a multipart upload, of exactly so many bytes with exactly this SHA-256 (base64): other bytes are
   * refused by the store.
   */
  presignPart(input: {
    key: string;
    uploadId: string;
    number: number;
    bytes: number;
    sha256: string;
    now: number;
  }): Promise<{ url: string; headers: Record<string, string> }>;
}

/**
 * Several meetings may use one recording, and each needs the text of its windows. One of them at a time works on a window
 * (in one language, by one engine); the others retry and find the text. A claim is a lease, so that a holder that dies does not
 * block the others for long. Throws UpstreamError when the store does not answer.
 */
export interface RecordingProcess {
  /** Null when another holder has the claim. The same holder gets it again (after its process was killed). */
  claim(window: WindowTextKey, holder: string, now: number): Promise<WindowClaim | null>;
  /** Removes the claim that this holder left when it was killed, if any; another holder's claim stays. */
  forget(window: WindowTextKey, holder: string): Promise<void>;
}

export interface WindowClaim {
  /** Ends the claim early, so that others need not wait until the lease expires. Idempotent. */
  release(): Promise<void>;
}

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

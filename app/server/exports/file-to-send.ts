type Readable = ReadableStream<Uint8Array>;

/** A file that a use case hands out: values only. `sendFile` of http/send-file.ts makes the response. */
export type FileToSend<Reason extends string = never> = {
  contentType: string;
  /** Name under which it is saved. Null: a page reads or shows it. */
  name: FileName | null;
  /** Version of the content, so that a browser may keep it and asks whether it still holds. Null: it is never kept. */
  version: string | null;
  content: FileContent<Reason>;
};

/** `title` may hold any characters. `plain` is what clients see that only read ASCII names; "meeting" if it is left out. */
export type FileName = { title: string; extension: string; plain?: string };

type FileContent<Reason extends string> =
  /** Made when it is sent, which a HEAD request and an unchanged version do not need. */
  { kind: "made"; make: () => string | Uint8Array<ArrayBuffer> | Readable } | StoredContent<Reason>;

/**
 * Stored bytes of a known size. `open` may find that they changed since, with the reason of the refusal. `ranges`: a player may ask
 * for a part.
 */
export type StoredContent<Reason extends string> = {
  kind: "stored";
  size: number;
  ranges: boolean;
  open: OpenRange<Reason>;
};

/** Opens [start, end). */
type OpenRange<Reason extends string> = (
  start: number,
  end: number,
) => Promise<{ ok: true; value: Readable } | { ok: false; reason: Reason }>;

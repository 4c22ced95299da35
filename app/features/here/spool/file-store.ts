/**
 * Files of this browser. A path is folders and a name with slashes between them. A process may be killed at any byte of a write, so
 * that a reader may find any beginning of what was written.
 */
export interface FileStore {
  /** Paths of all files below a folder, in any order; none where it is not there. "" is the root. */
  list(folder: string): Promise<string[]>;
  /** Null where there is no such file. */
  read(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Takes the bytes away. Resolves once they are on the disk. Throws StoreFullError where there is no room. */
  write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Removes a file, or a folder with all that is in it. Does nothing where it is not there. */
  remove(path: string): Promise<void>;
}

/** The files of one folder. */
export type FolderFiles = ReturnType<typeof filesIn>;
export function filesIn(store: FileStore, folder: string) {
  return {
    read: (name: string) => store.read(`${folder}/${name}`),
    write: (name: string, bytes: Uint8Array<ArrayBuffer>) => store.write(`${folder}/${name}`, bytes),
    /** Leaves a file that cannot be removed. */
    remove: (name: string) => store.remove(`${folder}/${name}`).catch(() => undefined),
  };
}

/** The disk, or the share of it that the browser grants, is full. */
export class StoreFullError extends Error {
  constructor() {
    super("no room is left");
    this.name = "StoreFullError";
  }
}

const DIGEST_BYTES = 32;

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Bytes in one piece with their digest before them, so that half a write is told from a whole one. */
export async function seal(...parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, DIGEST_BYTES);
  const sealed = new Uint8Array(size);
  let at = DIGEST_BYTES;
  for (const part of parts) {
    sealed.set(part, at);
    at += part.byteLength;
  }
  sealed.set(await sha256(sealed.subarray(DIGEST_BYTES)));
  return sealed;
}

/** The bytes that were sealed, without a copy of them; null where some are missing or changed. */
export async function unseal(sealed: Uint8Array<ArrayBuffer> | null): Promise<Uint8Array<ArrayBuffer> | null> {
  if (sealed === null || sealed.byteLength < DIGEST_BYTES) return null;
  const bytes = sealed.subarray(DIGEST_BYTES);
  const digest = await sha256(bytes);
  return digest.every((byte, index) => byte === sealed[index]) ? bytes : null;
}

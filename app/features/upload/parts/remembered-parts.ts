import * as z from "zod/mini";
import { FILE_ENDS_BYTES } from "#app/domain/limits/uploads.ts";

/** A part that the store has acknowledged. */
export type LandedPart = { number: number; etag: string };

const remembered = z.array(z.object({ number: z.number(), etag: z.string() }));

/** Parts that the store has acknowledged but the server does not know yet: a tab that is closed in between sends no part twice. */
export interface RememberedParts {
  read(): LandedPart[];
  write(parts: readonly LandedPart[]): void;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** Kept in the browser's storage, per meeting. Without storage a part may be sent twice, but the upload still works. */
export function rememberedParts(storage: Storage, meetId: string): RememberedParts {
  const key = `acta.parts.${meetId}`;
  return {
    read() {
      try {
        return remembered.safeParse(JSON.parse(storage.getItem(key) ?? "[]")).data ?? [];
      } catch {
        return [];
      }
    },
    write(parts) {
      try {
        if (parts.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(parts));
      } catch {
        // The storage is full or forbidden, which this code cannot change.
      }
    },
  };
}

/** The properties of a File that are used here, so that tests with 2 GB files need no such file. */
export type SlicedFile = {
  name: string;
  size: number;
  lastModified: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

export type FileIdentity = { fileName: string; fileModifiedAt: number; fileDigest: string };

/** Identifies a file that is chosen again: name, time, and the SHA-256 of its first and last bytes. Rejects if it cannot be read. */
export async function identifyFile(file: SlicedFile): Promise<FileIdentity> {
  const first = await file.slice(0, FILE_ENDS_BYTES).arrayBuffer();
  const last = await file.slice(Math.max(0, file.size - FILE_ENDS_BYTES), file.size).arrayBuffer();
  const ends = new Uint8Array(first.byteLength + last.byteLength);
  ends.set(new Uint8Array(first));
  ends.set(new Uint8Array(last), first.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", ends));
  const fileDigest = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { fileName: file.name, fileModifiedAt: Math.max(0, file.lastModified), fileDigest };
}

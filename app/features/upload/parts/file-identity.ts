import { FILE_ENDS_BYTES } from "#app/domain/limits/uploads.ts";

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

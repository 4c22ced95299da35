import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import { HERE_HELD_BYTES_MAX, HERE_HELD_RESERVE_BYTES, HERE_WAITS_MS_MAX } from "#app/domain/limits/here.ts";
import {
  comparePieces,
  packFacts,
  parsePieceName,
  type PieceName,
  pieceName,
  unpackPiece,
} from "#app/features/here/spool/here-piece.ts";
import { headerOf } from "#app/features/here/spool/kept-parts.ts";
import {
  type FileStore,
  filesIn,
  type FolderFiles,
  seal,
  sha256,
  unseal,
} from "#app/features/here/spool/file-store.ts";
import { segmentHeaders } from "#app/features/here/spool/segment-headers.ts";
import { type SentPiece, waitingPieces } from "#app/features/here/spool/waiting-pieces.ts";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";
import { openAbout, type RecordingAbout, readAbout, writeAbout } from "#app/features/here/spool/recording-about.ts";

/**
 * Pieces of recordings that the server does not have yet: `<user>/<meeting>.<start>/piece-…`, each written to its end before it is sent,
 * and removed when the server has it. Another account of this browser has another folder, and never reads this one.
 */

/** - `stored`: on the disk. - `held`: the disk takes nothing, and it is in memory. - `full`: the same, and there is no room for another. */
export type Put = "stored" | "held" | "full";

export interface RecordingSpool {
  about(): RecordingAbout;
  /** The newest one that is on the disk. */
  noted(): RecordingAbout;
  /** Changes what is known. A disk that takes nothing is no error: the next change writes all of it. */
  note(change: Partial<RecordingAbout>): Promise<void>;
  put(piece: Omit<HerePiece, "sha256">, bytes: Uint8Array<ArrayBuffer>): Promise<Put>;
  /** Pieces that wait, in the order in which they were recorded. */
  waiting(): readonly PieceName[];
  /** Null for a piece that was not written to its end; it does not wait any more then. */
  read(piece: PieceName): Promise<SentPiece | null>;
  /** The header of a segment's stream, without which its later pieces cannot be played. Null where it is not known. */
  header(piece: Pick<PieceName, "track" | "segment">): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Pieces that are in memory only: they go with the tab. */
  held(): readonly PieceName[];
  /** Writes them to the disk, as far as it takes them. A piece that the disk takes brings those before it along. */
  writeHeld(): Promise<void>;
  /** The server has it. A second time does nothing. */
  acknowledge(piece: PieceName): Promise<void>;
  /** Removes the recording from this browser. */
  remove(): Promise<void>;
}

export type Place = { store: FileStore; userId: string };

/** Makes the folder of a new recording. Throws StoreFullError where not even that has room. */
export async function makeSpool(place: Place, about: RecordingAbout): Promise<RecordingSpool> {
  const folder = `${place.userId}/${about.meetId}.${about.startedAt}`;
  await writeAbout(place.store, folder, { about, version: 1 });
  return openFolder(place.store, { folder, about, version: 1, pieces: [] });
}

/** Opens the recordings of an account that wait here, the oldest first. A folder without a readable `about` holds nothing usable. */
export async function openWaiting({ store, userId }: Place): Promise<RecordingSpool[]> {
  const found: Folder[] = [];
  for (const [folder, paths] of byFolder(await store.list(userId))) {
    const known = await readAbout(store, folder, paths);
    if (known === null) continue;
    const pieces = paths.flatMap((path) => parsePieceName(path.split("/").at(-1) ?? "") ?? []);
    found.push({ folder, ...known, pieces });
  }
  return found
    .toSorted((one, other) => one.about.startedAt - other.about.startedAt)
    .map((folder) => openFolder(store, folder));
}

/** The recording as it is now: another tab may have gone on with it since it was opened. Null where it is gone. */
export async function openAgain(place: Place, spool: RecordingSpool): Promise<RecordingSpool | null> {
  const { meetId, startedAt } = spool.about();
  const found = await openWaiting(place);
  return found.find((each) => each.about().meetId === meetId && each.about().startedAt === startedAt) ?? null;
}

/**
 * Removes everything older than a week, of all accounts: their time is in the names of the folders, so none of it is read. By two clocks,
 * the browser's and the server's when it sent the page: one that jumps ahead removes nothing.
 */
export async function removeExpired(
  store: FileStore,
  clocks: { browserNow: number; serverNow: number },
): Promise<void> {
  const now = Math.min(clocks.browserNow, clocks.serverNow);
  for (const folder of byFolder(await store.list("")).keys()) {
    const startedAt = Number(folder.split(".").at(-1));
    if (Number.isNaN(startedAt) || now - startedAt > HERE_WAITS_MS_MAX) await store.remove(folder);
  }
}

/** Removes all recordings of an account. */
export async function forgetAccount({ store, userId }: Place): Promise<void> {
  await store.remove(userId);
}

/** Length of the waiting part of a recording, and its end: tracks that run side by side count once. */
export function measureWaiting(pieces: readonly PieceName[]): { ms: number; endMs: number } {
  let ms = 0;
  let endMs = 0;
  for (const { startMs, durationMs } of pieces.toSorted(comparePieces)) {
    ms += Math.max(0, startMs + durationMs - Math.max(endMs, startMs));
    endMs = Math.max(endMs, startMs + durationMs);
  }
  return { ms, endMs };
}

type Folder = { folder: string; about: RecordingAbout; version: number; pieces: PieceName[] };

function byFolder(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.split("/").slice(0, -1).join("/");
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return folders;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function openFolder(store: FileStore, opened: Folder): RecordingSpool {
  const { folder } = opened;
  const files = filesIn(store, folder);
  const { about, noted, note, end } = openAbout(store, folder, opened);
  const headers = segmentHeaders(files);
  const pieces = waitingPieces(opened.pieces);
  const writer = heldWriter({ files, headers, pieces });

  return {
    about,
    noted,
    note,
    async put(facts, bytes) {
      const piece = { ...facts, sha256: hex(await sha256(bytes)) };
      const name = pieceName(piece);
      try {
        await files.write(name, await seal(packFacts(piece), bytes));
        pieces.keepFresh(name, { piece, bytes });
        await writer.writeHeld();
      } catch {
        // Half of it may be there.
        await files.remove(name);
        if (pieces.heldBytes() + bytes.byteLength > HERE_HELD_BYTES_MAX + HERE_HELD_RESERVE_BYTES) return "full";
        pieces.hold(name, { piece, bytes });
      }
      pieces.waiting.set(name, piece);
      const header = piece.seq === 0 ? headerOf(bytes) : null;
      if (header !== null) await headers.write(piece, header);
      if (!pieces.held.has(name)) return "stored";
      return pieces.heldBytes() > HERE_HELD_BYTES_MAX ? "full" : "held";
    },
    waiting: () => [...pieces.waiting.values()],
    async read(piece) {
      const name = pieceName(piece);
      const kept = pieces.inMemory(name);
      if (kept) return kept;
      const packed = await unseal(await files.read(name));
      const read = packed && unpackPiece(packed);
      if (read) return read;
      pieces.release(name);
      await files.remove(name);
      return null;
    },
    header: headers.read,
    held: () => [...pieces.held.values()].map(({ piece }) => piece),
    writeHeld: writer.writeHeld,
    async acknowledge(piece) {
      const name = pieceName(piece);
      if (!pieces.waiting.has(name)) return;
      const sent = pieces.freshBytesOf(name);
      pieces.release(name);
      // A megabyte a minute would wait for the next garbage collection.
      if (sent) releaseInBrowser(sent.buffer);
      // A file that cannot be removed is sent once more after a restart, and acknowledged again.
      await files.remove(name);
    },
    async remove() {
      await Promise.all([end(), writer.end()]);
      for (const name of pieces.waiting.keys()) pieces.release(name);
      // Files that cannot be removed now are found on Home, and go with their week at the latest.
      await store.remove(folder).catch(() => undefined);
    },
  };
}

type Held = {
  files: FolderFiles;
  headers: ReturnType<typeof segmentHeaders>;
  pieces: ReturnType<typeof waitingPieces>;
};

/** Writes what is in memory only to the disk. */
function heldWriter({ files, headers, pieces }: Held) {
  let writing = Promise.resolve();
  let isEnded = false;
  const writeAll = async () => {
    if (isEnded) return;
    for (const name of headers.unwritten) await headers.writeAgain(name);
    for (const [name, { piece, bytes }] of pieces.held) {
      try {
        await files.write(name, await seal(packFacts(piece), bytes));
      } catch {
        // Still full, or broken: it stays in memory.
        await files.remove(name);
        return;
      }
      // Sent meanwhile: its file came after the acknowledgement.
      if (!pieces.written(name)) await files.remove(name);
    }
  };
  /** One after the other, so that no file of the one is removed by the other. */
  const writeHeld = (): Promise<void> => {
    writing = writing.then(writeAll);
    return writing;
  };
  /** Writes nothing any more. Resolves when the last one is written. */
  const end = (): Promise<void> => {
    isEnded = true;
    return writing;
  };
  return { writeHeld, end };
}

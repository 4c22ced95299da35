import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import {
  HERE_FRESH_BYTES_MAX,
  HERE_HELD_BYTES_MAX,
  HERE_HELD_RESERVE_BYTES,
  HERE_WAITS_MS_MAX,
} from "#app/domain/limits/here.ts";
import {
  comparePieces,
  packFacts,
  parsePieceName,
  type PieceName,
  pieceName,
  unpackPiece,
} from "#app/features/meeting/here/spool/here-piece.ts";
import { headerOf } from "#app/features/meeting/here/spool/kept-parts.ts";
import { type FileStore, seal, sha256, unseal } from "#app/features/meeting/here/spool/file-store.ts";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";
import { type RecordingAbout, readAbout, writeAbout } from "#app/features/meeting/here/spool/recording-about.ts";

/**
 * Pieces of recordings that the server does not have yet: `<user>/<meeting>.<start>/piece-…`, each written to its end before it is sent,
 * and removed when the server has it. Another account of this browser has another folder, and never reads this one.
 */

/** - `stored`: on the disk. - `held`: the disk takes nothing, and it is in memory. - `full`: the same, and there is no room for another. */
export type Put = "stored" | "held" | "full";

type SentPiece = { piece: HerePiece; bytes: Uint8Array<ArrayBuffer> };

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
  let { about, version } = opened;
  let noted = about;
  const waiting = new Map(opened.pieces.toSorted(comparePieces).map((piece) => [pieceName(piece), piece]));
  const held = new Map<string, SentPiece>();
  /** Pieces that are on the disk and not sent yet: the sender need not read what was just written. */
  const fresh = new Map<string, SentPiece>();
  let heldBytes = 0;
  let freshBytes = 0;
  let writing = Promise.resolve();
  let writingHeld = Promise.resolve();
  let isRemoved = false;

  const release = (name: string) => {
    heldBytes -= held.get(name)?.bytes.byteLength ?? 0;
    freshBytes -= fresh.get(name)?.bytes.byteLength ?? 0;
    held.delete(name);
    fresh.delete(name);
    waiting.delete(name);
  };
  /** The oldest are sent first, so that a new one is not kept where there are many. */
  const keepFresh = (name: string, sent: SentPiece) => {
    const { byteLength } = sent.bytes;
    if (freshBytes + byteLength > HERE_FRESH_BYTES_MAX) return;
    fresh.set(name, sent);
    freshBytes += byteLength;
  };
  /** A file that cannot be removed is sent once more after a restart, and acknowledged again. */
  const removeFile = (name: string) => store.remove(`${folder}/${name}`).catch(() => undefined);
  const saveAbout = async () => {
    try {
      const next = about;
      await writeAbout(store, folder, { about: next, version: version + 1 });
      noted = next;
      version += 1;
    } catch {
      // Full, or broken: what is recorded goes on from memory.
    }
  };

  const headers = new Map<string, Uint8Array<ArrayBuffer>>();
  const unwrittenHeaders = new Set<string>();
  const headerName = ({ track, segment }: Pick<PieceName, "track" | "segment">) => `header-${track}-${segment}`;
  /** Lasts as long as the page if the disk does not take it. */
  const writeHeader = async (name: string, header: Uint8Array<ArrayBuffer>) => {
    headers.set(name, header);
    unwrittenHeaders.add(name);
    try {
      await store.write(`${folder}/${name}`, await seal(header));
      unwrittenHeaders.delete(name);
    } catch {
      await removeFile(name);
    }
  };

  const writeAllHeld = async () => {
    if (isRemoved) return;
    for (const name of unwrittenHeaders) {
      const header = headers.get(name);
      if (header) await writeHeader(name, header);
    }
    for (const [name, { piece, bytes }] of held) {
      try {
        await store.write(`${folder}/${name}`, await seal(packFacts(piece), bytes));
      } catch {
        // Still full, or broken: it stays in memory.
        await removeFile(name);
        return;
      }
      // Sent meanwhile: its file came after the acknowledgement.
      if (!held.delete(name)) await removeFile(name);
      else heldBytes -= bytes.byteLength;
    }
  };
  /** One after the other, so that no file of the one is removed by the other. */
  const writeHeld = () => {
    writingHeld = writingHeld.then(writeAllHeld);
    return writingHeld;
  };

  return {
    about: () => about,
    noted: () => noted,
    note(change) {
      about = { ...about, ...change };
      // An answer that comes late must not make its folder again.
      if (isRemoved) return writing;
      // One after the other: each removes the version before it.
      writing = writing.then(saveAbout);
      return writing;
    },
    async put(facts, bytes) {
      const piece = { ...facts, sha256: hex(await sha256(bytes)) };
      const name = pieceName(piece);
      try {
        await store.write(`${folder}/${name}`, await seal(packFacts(piece), bytes));
        keepFresh(name, { piece, bytes });
        await writeHeld();
      } catch {
        // Half of it may be there.
        await removeFile(name);
        if (heldBytes + bytes.byteLength > HERE_HELD_BYTES_MAX + HERE_HELD_RESERVE_BYTES) return "full";
        held.set(name, { piece, bytes });
        heldBytes += bytes.byteLength;
      }
      waiting.set(name, piece);
      const header = piece.seq === 0 ? headerOf(bytes) : null;
      if (header !== null) await writeHeader(headerName(piece), header);
      if (!held.has(name)) return "stored";
      return heldBytes > HERE_HELD_BYTES_MAX ? "full" : "held";
    },
    waiting: () => [...waiting.values()],
    async read(piece) {
      const name = pieceName(piece);
      const kept = held.get(name) ?? fresh.get(name);
      if (kept) return kept;
      const packed = await unseal(await store.read(`${folder}/${name}`));
      const read = packed && unpackPiece(packed);
      if (read) return read;
      release(name);
      await removeFile(name);
      return null;
    },
    async header(piece) {
      const name = headerName(piece);
      return headers.get(name) ?? unseal(await store.read(`${folder}/${name}`));
    },
    held: () => [...held.values()].map(({ piece }) => piece),
    writeHeld,
    async acknowledge(piece) {
      const name = pieceName(piece);
      if (!waiting.has(name)) return;
      const sent = fresh.get(name);
      release(name);
      // A megabyte a minute would wait for the next garbage collection.
      if (sent) releaseInBrowser(sent.bytes.buffer);
      await removeFile(name);
    },
    async remove() {
      isRemoved = true;
      await Promise.all([writing, writingHeld]);
      for (const name of waiting.keys()) release(name);
      // Files that cannot be removed now are found on Home, and go with their week at the latest.
      await store.remove(folder).catch(() => undefined);
    },
  };
}

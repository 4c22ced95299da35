import * as z from "zod/mini";
import { HERE_SOURCES, HERE_TRACKS } from "#app/domain/here/here.ts";
import { type FileStore, seal, unseal } from "#app/features/here/spool/file-store.ts";

const storedNote = z.object({
  id: z.string(),
  /** Its moment in the recording. */
  atMs: z.number(),
  text: z.string(),
  /** The server has it. */
  isSent: z.boolean(),
});
export type StoredNote = z.infer<typeof storedNote>;

const recordingAbout = z.object({
  meetId: z.string(),
  title: z.string(),
  source: z.enum(HERE_SOURCES),
  /** Epoch ms. */
  startedAt: z.number(),
  /** Epoch ms of the last sound. */
  lastAt: z.number(),
  /** Length of the recording so far: pauses are not in it. */
  recordedMs: z.number(),
  /** Each start of a track's capture, with the number of its pieces so far. A number is never used twice, whatever crashes. */
  segments: z.array(
    z.object({ track: z.enum(HERE_TRACKS), segment: z.number(), startMs: z.number(), pieces: z.number() }),
  ),
  /** Numbers that may have been used since the recording began or went on: from `from` to below `to`. The next life begins at `to`. */
  segmentNumbers: z.optional(z.object({ from: z.number(), to: z.number() })),
  notes: z.array(storedNote),
  /** The person has stopped: nothing is added, and what waits is sent without a question. */
  isStopped: z.boolean(),
  /** The server has ended the recording. It did not take the pieces and notes that are still here. */
  isFinished: z.optional(z.boolean()),
});
/** Facts of a recording beside its pieces. */
export type RecordingAbout = z.infer<typeof recordingAbout>;

/** Notes that are only in this browser. */
export function unsentNotes({ notes }: RecordingAbout): StoredNote[] {
  return notes.filter(({ isSent }) => !isSent);
}

const VERSION = /^about-(\d{1,9})$/u;
const versionOf = (path: string) => Number(VERSION.exec(path.split("/").at(-1) ?? "")?.[1] ?? Number.NaN);

/** The newest one that was written to its end. */
export async function readAbout(store: FileStore, folder: string, paths: readonly string[]) {
  const versions = paths.map(versionOf).filter((version) => !Number.isNaN(version));
  for (const version of versions.toSorted((one, other) => other - one)) {
    const bytes = await unseal(await store.read(`${folder}/about-${version}`));
    const about = bytes && recordingAbout.safeParse(parseJson(bytes));
    // Versions after it were not written to their end: the next one overwrites them all.
    if (about?.success) return { about: about.data, version };
  }
  return null;
}

/** Writes the next version before the last one goes, so that there is a whole one at any moment. */
export async function writeAbout(
  store: FileStore,
  folder: string,
  { about, version }: { about: RecordingAbout; version: number },
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(about));
  await store.write(`${folder}/about-${version}`, await seal(bytes));
  await store.remove(`${folder}/about-${version - 1}`);
}

/** The facts of a recording that is open. */
export function openAbout(store: FileStore, folder: string, opened: { about: RecordingAbout; version: number }) {
  let { about, version } = opened;
  let noted = about;
  let writing = Promise.resolve();
  let isEnded = false;
  const save = async () => {
    try {
      const next = about;
      await writeAbout(store, folder, { about: next, version: version + 1 });
      noted = next;
      version += 1;
    } catch {
      // Full, or broken: what is recorded goes on from memory.
    }
  };
  const note = (change: Partial<RecordingAbout>): Promise<void> => {
    about = { ...about, ...change };
    // An answer that comes late must not make its folder again.
    if (isEnded) return writing;
    // One after the other: each removes the version before it.
    writing = writing.then(save);
    return writing;
  };
  /** Writes nothing any more. Resolves when the last one is written. */
  const end = (): Promise<void> => {
    isEnded = true;
    return writing;
  };
  return { about: () => about, noted: () => noted, note, end };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

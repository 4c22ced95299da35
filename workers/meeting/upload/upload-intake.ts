import { isSoundPlan } from "#app/domain/meeting/sound-rules.ts";
import { awaitsFile } from "#app/domain/meeting/state-rules.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import { isSoundFile } from "#app/media/check-sound-file.ts";
import type {
  AcceptRefusal,
  MeetingDetails,
  SoundAsked,
  SoundPlaces,
  TranscriptSaid,
} from "#app/server/ports/meeting-process.ts";
import { soundWindowKey } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import {
  awaitSoundFile,
  markSoundLanded,
  type PlannedSound,
  planSound,
  readSound,
  readSoundWindow,
  type SoundWindow,
} from "#workers/meeting/store/sound.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { forgetRecognised } from "#workers/meeting/store/transcript.ts";
import { acceptUpload } from "#workers/meeting/upload/accept-upload.ts";
import { type Alive, readAlive } from "#workers/meeting/view.ts";

type Needs = Pick<MeetingDeps, "store" | "log" | "now">;

/**
 * Takes sound that comes ahead of its video, and checks the browser's claims about it first. The windows have to be those of a
 * recording; a file has to be the announced bytes, and sound of the length that its window has. A window whose file differs
 * from its announcement counts as not landed. Once all windows have landed, later claims change nothing: then the video decides.
 */
export async function takeSound(
  deps: Needs,
  storage: DurableObjectStorage,
  asked: SoundAsked,
): Promise<Outcome<SoundPlaces, "not-found" | "invalid-payload">> {
  const row = awaiting(storage);
  if (row === null) return refused("not-found");
  if (asked.plan && !isSoundPlan(asked.plan)) return refused("invalid-payload");
  if (asked.plan && isOpen(row)) takePlan(deps, storage, asked.plan);
  const planned = readSound(storage.sql).length;
  const named = [...asked.landed, ...asked.wanted.map(({ index }) => index)];
  if (named.some((index) => index >= planned)) return refused("invalid-payload");
  for (const index of new Set(asked.landed)) {
    const landed = readSoundWindow(storage.sql, index);
    if (landed && !landed.landed) await takeWindow(deps, storage, landed);
  }
  // The meeting may have changed while the store was read.
  const now = awaiting(storage);
  if (now === null) return refused("not-found");
  const places = isOpen(now) ? asked.wanted.flatMap((wanted) => placeOf(storage, now, wanted)) : [];
  const landed = readSound(storage.sql).flatMap((window) => (window.landed ? [window.index] : []));
  return ok({ landed, places });
}

/** Null when no video is awaited, or when the transcript is given as a file. */
function awaiting({ sql }: DurableObjectStorage): Alive | null {
  const row = readAlive(sql);
  return row?.source === "upload" && row.transcript === null && awaitsFile(row.alive.state) ? row : null;
}

/** Whether windows are still missing. */
function isOpen({ alive }: Alive): boolean {
  return alive.state.status === "TORECORD" || alive.state.status === "RECORDING";
}

function takePlan(
  { now, log }: Needs,
  storage: DurableObjectStorage,
  { durationMs, ext, windows }: NonNullable<SoundAsked["plan"]>,
): void {
  const told = windows.map((window, index): PlannedSound => ({ index, ext, ...window }));
  const known = readSound(storage.sql);
  const row = readAlive(storage.sql);
  if (!row) return;
  const same = row.alive.state.sound?.durationMs === durationMs && isSamePlan(known, told);
  if (same) return;
  applyEvent(
    storage,
    { type: "sound-planned", durationMs, windows: windows.length },
    {
      now: now(),
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write(sql) {
        forgetRecognised(sql);
        planSound(sql, told);
      },
    },
  );
  if (known.length > 0) log("meeting.sound.replaced", { meetId: row.meetId, windows: windows.length });
}

function isSamePlan(known: readonly SoundWindow[], told: readonly PlannedSound[]): boolean {
  const of = ({ index, track, startMs, endMs, audioStartMs, audioEndMs, ext }: PlannedSound) =>
    [index, track ?? 0, startMs, endMs, audioStartMs, audioEndMs, ext].join();
  return known.map(of).join("\n") === told.map(of).join("\n");
}

/** The place for a window's file. Files announced before and replaced since are removed later with all other sound. */
function placeOf(
  { sql }: DurableObjectStorage,
  row: Alive,
  { index, bytes, sha256, silences }: SoundAsked["wanted"][number],
): SoundPlaces["places"] {
  const window = readSoundWindow(sql, index);
  if (!window || window.landed) return [];
  awaitSoundFile(sql, index, { bytes, sha256, silences });
  return [{ index, key: soundWindowKey(row.recordingId, { index, ext: window.ext, sha256 }), bytes, sha256 }];
}

/** Reads the file once to verify that it is the announced one; it counts as landed only then. */
async function takeWindow(deps: Needs, storage: DurableObjectStorage, window: SoundWindow): Promise<void> {
  const { index, track, startMs, endMs, file } = window;
  const row = readAlive(storage.sql);
  if (!row || !file || !isOpen(row)) return;
  const key = soundWindowKey(row.recordingId, { ...window, sha256: file.sha256 });
  const bytes = await deps.store.getBytes(key);
  if (bytes === null) return;
  if (!(await isAsAnnounced(bytes, window, file))) {
    deps.log("meeting.sound.refused", { meetId: row.meetId, window: index });
    await deps.store.remove(key);
    return;
  }
  storage.transactionSync(() => {
    // Another plan may have arrived while the file was read.
    const now = readSoundWindow(storage.sql, index);
    if (now?.file?.sha256 !== file.sha256 || now.startMs !== startMs || now.endMs !== endMs) return;
    applyEvent(
      storage,
      { type: "sound-landed", index, startMs, endMs, ...(track !== undefined && { track }) },
      { now: deps.now(), write: (sql) => markSoundLanded(sql, index) },
    );
  });
}

async function isAsAnnounced(
  bytes: Uint8Array,
  { ext, audioStartMs, audioEndMs }: SoundWindow,
  file: NonNullable<SoundWindow["file"]>,
): Promise<boolean> {
  if (bytes.byteLength !== file.bytes) return false;
  if ((await sha256Base64(bytes)) !== file.sha256) return false;
  return isSoundFile(bytes, { ext, lengthMs: audioEndMs - audioStartMs });
}

/** Takes the browser's messages about an upload's bytes. Reading them takes memory and time, so reads of one kind never overlap. */
export interface UploadIntake {
  /** A second call while the bytes are inspected gets the answer of the first. */
  accept(details: MeetingDetails | null, transcript?: TranscriptSaid): Promise<Outcome<null, AcceptRefusal>>;
  /** Calls run one after the other: each reads whole windows of sound. */
  takeSound(asked: SoundAsked): Promise<Outcome<SoundPlaces, "not-found" | "invalid-payload">>;
}

export function uploadIntake(deps: MeetingDeps, storage: DurableObjectStorage): UploadIntake {
  let accepting: Promise<Outcome<null, AcceptRefusal>> | null = null;
  let sound: Promise<unknown> = Promise.resolve();
  return {
    accept(details, transcript) {
      accepting ??= acceptUpload(deps, storage, details, transcript).finally(() => {
        accepting = null;
      });
      return accepting;
    },
    takeSound(asked) {
      const taken = sound.then(() => takeSound(deps, storage, asked));
      sound = taken.catch(() => undefined);
      return taken;
    },
  };
}

/**
 * A person gives the upload up: where all of its sound is there, the meeting stays with what was heard. False where there is
 * no more than a part of it, and the meeting has to go.
 */
export function videoNeverArrived(
  { now, log }: Pick<MeetingDeps, "now" | "log">,
  storage: DurableObjectStorage,
): boolean {
  const row = readAlive(storage.sql);
  if (!row || !awaitsFile(row.alive.state)) return row !== null;
  if (row.alive.state.status === "TORECORD" || row.alive.state.status === "RECORDING") return false;
  applyEvent(storage, { type: "video-missed" }, { now: now() });
  log("meeting.video.missed", { meetId: row.meetId });
  return true;
}

/**
 * Whether bytes that land under this key are the meeting's: the key that it gave out last for its file, for the transcript
 * beside it, or for a window of sound ahead of it. False for a meeting that is gone or gave its file up, and for keys of an
 * earlier submit. Stays true after the bytes were accepted, so that a repeated write-once PUT is told that they landed
 * (412) and any other answers as S3 does.
 */
export function takesPut(sql: SqlStorage, key: string): boolean {
  const row = readAlive(sql);
  if (row?.source !== "upload") return false;
  if (key === row.uploadKey || key === row.transcript?.key) {
    return awaitsFile(row.alive.state) || row.alive.state.media.kind === "landed";
  }
  return readSound(sql).some(
    ({ file, ...window }) =>
      file !== null && key === soundWindowKey(row.recordingId, { ...window, sha256: file.sha256 }),
  );
}

import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { awaitsFile } from "#app/domain/meeting/state-rules.ts";
import { type MediaVersion } from "#app/domain/meeting/states.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isMovie } from "#app/domain/recording-kind.ts";
import type { Rest } from "#app/domain/turns.ts";
import { readWords } from "#app/media/transcripts/read-words.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import type { PictureProbe } from "#app/media/mp4/probe-picture.ts";
import type { AcceptRefusal, MeetingDetails, TranscriptSaid, UploadBirth } from "#app/server/ports/meeting-process.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import { kindOfKey } from "#app/server/storage/keys.ts";
import { plannedWindows, savePlanned } from "#workers/meeting/call/on-call-event.ts";
import type { InspectedRecording, MeetingDeps } from "#workers/meeting/deps.ts";
import { applyEvent, enqueue, readMeeting, saveDetails } from "#workers/meeting/store/store.ts";
import { saveGivenTranscript } from "#workers/meeting/store/text-sources.ts";
import { overlapFor } from "#workers/meeting/upload/recording-media.ts";
import { noteEarlierUpload, readEarlierUploads } from "#workers/meeting/store/uploads.ts";
import { type Alive, readAlive } from "#workers/meeting/view.ts";

/**
 * Inspects bytes that are reported as landed before the meeting takes them. A refused recording discards the meeting; an
 * unusable transcript leaves it waiting. A temporary fault (a store that does not answer) throws, and the caller asks again.
 */
export async function acceptUpload(
  deps: MeetingDeps,
  storage: DurableObjectStorage,
  said: MeetingDetails | null,
  transcriptSaid: TranscriptSaid = "as-announced",
): Promise<Outcome<null, AcceptRefusal>> {
  const row = readAlive(storage.sql);
  if (row?.source !== "upload") return refused("not-found");
  if (row.alive.state.media.kind === "landed") return ok(null);
  if (!awaitsFile(row.alive.state)) return refused("not-found");
  const details = said ?? row.alive.details;
  const givesTranscript = row.transcript !== null && transcriptSaid !== "none";
  const inspected = await inspectUpload(deps, row, { language: details.language, givesTranscript });
  if (!inspected.ok) {
    if (inspected.reason === "bytes-missing") return inspected;
    // The same dialog was submitted again meanwhile: the inspected bytes are no longer the awaited ones.
    if (readMeeting(storage.sql)?.uploadKey !== row.uploadKey) return refused("bytes-missing");
    deps.log("meeting.upload.refused", { meetId: row.meetId, reason: inspected.reason });
    // Text recognised from sound that came ahead stays: a refused video must not remove it.
    const isRecognised = row.alive.state.status !== "TORECORD" && row.alive.state.status !== "RECORDING";
    applyEvent(storage, { type: isRecognised ? "video-missed" : "discarded" }, { now: deps.now() });
    return inspected;
  }
  const transcript = await inspectTranscript(deps, row.transcript, transcriptSaid);
  if (!transcript.ok)
    return readMeeting(storage.sql)?.uploadKey === row.uploadKey ? transcript : refused("bytes-missing");
  return take(deps, storage, details, { ...inspected.value, transcript: transcript.value });
}

/** Whether the bytes that a meeting still awaits are there, with a usable transcript when one was announced. */
export async function hasUnclaimedBytes(deps: MeetingDeps, storage: DurableObjectStorage): Promise<boolean> {
  const row = readAlive(storage.sql);
  if (row?.source !== "upload" || !awaitsFile(row.alive.state)) return false;
  if ((await deps.store.head(row.uploadKey)) === null) return false;
  return (await inspectTranscript(deps, row.transcript, "as-announced")).ok;
}

type Landed = { key: string; version: MediaVersion; recording: InspectedRecording | "needs-scan" };

async function inspectUpload(
  deps: MeetingDeps,
  row: Alive,
  { language, givesTranscript }: { language: MeetingLanguage; givesTranscript: boolean },
): Promise<Outcome<Landed, "bytes-missing" | UploadRefusal>> {
  const { store, media } = deps;
  const landed = await store.head(row.uploadKey);
  if (landed === null) return refused("bytes-missing");
  if (landed.size > UPLOAD_BYTES_MAX) return refused("too-large");
  if (landed.size === 0) return refused("empty");
  // The announced size was signed too, so bytes of another size came another way or are incomplete.
  if (row.expectedBytes !== null && landed.size !== row.expectedBytes) {
    return refused(landed.size < row.expectedBytes ? "truncated" : "too-large");
  }
  try {
    const source = store.open(row.uploadKey, landed);
    const kind = kindOfKey(row.uploadKey);
    const overlapMs = overlapFor(deps, row.alive.state);
    const inspected = await media.inspect(source, language, { kind, overlapMs });
    // A movie with a given transcript needs no sound: it is there to be played.
    const silent = !inspected.ok && inspected.reason === "no-audio" && givesTranscript && isMovie(kind);
    const recording = silent ? withoutSound(await media.inspectPicture(source)) : inspected;
    if (!recording.ok) return recording;
    return ok({
      recording: recording.value,
      key: row.uploadKey,
      version: { sizeBytes: landed.size, etag: landed.etag },
    });
  } catch (error) {
    // Another PUT landed in this moment: its sender reports it with another request.
    if (error instanceof SourceChangedError) return refused("bytes-missing");
    throw error;
  }
}

function withoutSound(picture: Outcome<PictureProbe, UploadRefusal>): Outcome<InspectedRecording, UploadRefusal> {
  return picture.ok ? ok({ ...picture.value, plan: [], captionTrack: null }) : picture;
}

function take(
  deps: MeetingDeps,
  storage: DurableObjectStorage,
  details: MeetingDetails,
  { key, version, recording, transcript }: Landed & { transcript: Uint8Array | null },
): Outcome<null, AcceptRefusal> {
  const now = deps.now();
  return storage.transactionSync(() => {
    // The meeting may have changed while the bytes were inspected.
    const row = readMeeting(storage.sql);
    if (!row?.alive) return refused("not-found");
    if (row.alive.state.media.kind === "landed") return ok(null);
    // A new submit replaces the key; accepting bytes under the old key would point at bytes that are removed.
    if (row.uploadKey !== key) return refused("bytes-missing");
    // A meeting whose sound came ahead may have been edited since: its details stay.
    if (row.alive.state.status === "TORECORD") saveDetails(storage.sql, row, details, now);
    const planned =
      recording === "needs-scan"
        ? { durationMs: null, transcriptSource: null, windows: [] }
        : plannedWindows(recording, { given: transcript !== null });
    applyEvent(
      storage,
      { type: "upload-accepted", version, ...planned },
      {
        now,
        write(sql) {
          if (recording !== "needs-scan") savePlanned(sql, recording);
          if (transcript) saveGivenTranscript(sql, transcript);
          // The person goes on without the announced transcript: its landed bytes are no longer wanted.
          if (row.transcript && !transcript) noteEarlierUpload(sql, row.transcript.key);
          // The store tracks the keys that were given out; the machine does not know them.
          if (readEarlierUploads(sql).length > 0) enqueue(sql, { type: "remove-earlier-uploads" }, now, row.sequence);
        },
      },
    );
    return ok(null);
  });
}

type Needs = { store: RecordingStore; rests: () => Rest };

/**
 * The transcript that was given beside the recording, read to its end before anything is accepted: what comes back holds
 * words. Null where there is none, or where the person goes on without it.
 */
async function inspectTranscript(
  { store, rests }: Needs,
  announced: UploadBirth["transcript"],
  said: TranscriptSaid,
): Promise<Outcome<Uint8Array | null, "transcript-missing" | GivenTranscriptRefusal>> {
  if (said === "none") return ok(null);
  if (announced === null) return said === "given" ? refused("transcript-missing") : ok(null);
  const landed = await store.head(announced.key);
  if (landed === null) return refused("transcript-missing");
  if (landed.size > TRANSCRIPT_BYTES_MAX) return refused("transcript-too-large");
  // A size that was announced was signed too, so other bytes than these came by some other way or not wholly.
  if (announced.expectedBytes !== null && landed.size !== announced.expectedBytes) {
    return refused("transcript-truncated");
  }
  try {
    const bytes = await store.open(announced.key, landed).read(0, landed.size);
    const read = await readWords(bytes, rests());
    return read.ok ? ok(read.value.text) : read;
  } catch (error) {
    // Another PUT landed in this moment: its sender reports it with another request.
    if (error instanceof SourceChangedError) return refused("transcript-missing");
    throw error;
  }
}

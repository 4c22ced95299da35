import { assertNever, invariant } from "#app/domain/invariant.ts";
import { SCAN_STEP_MS_MAX } from "#app/domain/limits/media.ts";
import {
  LATE_CONTENT_MS,
  STEP_MS_MAX,
  SUMMARY_STEP_MS_MAX,
  TRANSCRIPT_STEP_MS_MAX,
  WINDOW_STEP_MS_MAX,
} from "#app/domain/limits/steps.ts";
import { isStillWanted, type MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { TRANSCRIPT_FAILURES } from "#app/domain/meeting/states.ts";
import type { EndReason } from "#app/domain/meeting/status.ts";
import { parseInTurns } from "#app/domain/transcript/parse-given-transcript.ts";
import { runInTurns, type Turns } from "#app/domain/turns.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import { removeRow } from "#workers/durable/outbox.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { writeMinutesPdf } from "#workers/meeting/publish/pdf.ts";
import { awaitVideo } from "#workers/meeting/steps/await-video.ts";
import { compareSound } from "#workers/meeting/steps/compare-sound.ts";
import { finishCues } from "#workers/meeting/steps/finish-cues.ts";
import { joinCall } from "#workers/meeting/steps/join-call.ts";
import { mergeTranscript } from "#workers/meeting/steps/merge-transcript.ts";
import { readCaptions } from "#workers/meeting/steps/read-captions.ts";
import { removeBytes, removeContent } from "#workers/meeting/steps/remove-content.ts";
import { removeSound } from "#workers/meeting/steps/remove-sound.ts";
import { scanRecording } from "#workers/meeting/steps/scan-recording.ts";
import type { Step, StepOf } from "#workers/meeting/steps/step.ts";
import { summarise } from "#workers/meeting/steps/summarise.ts";
import { transcribeWindow } from "#workers/meeting/steps/transcribe-window.ts";
import type { OutboxRow } from "#workers/meeting/store/outbox.ts";
import { storedScan } from "#workers/meeting/store/scan.ts";
import { readGivenTranscript } from "#workers/meeting/store/transcript.ts";
import { forgetEarlierUpload, readEarlierUploads } from "#workers/meeting/store/uploads.ts";
import { applyEvent, type Changed, emptyContent, enqueue, readMeeting } from "#workers/meeting/store/store.ts";
import type { StoredTexts } from "#workers/meeting/store/stored-texts.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** Maps an effect, which is data, to the step that performs it. */

export type Performer = {
  deps: MeetingDeps;
  storage: DurableObjectStorage;
  texts: StoredTexts;
  /** Called after a step stored something that subscribers are told of. */
  changed: () => void;
};

export async function performEffect(
  { deps, storage, texts, changed }: Performer,
  row: OutboxRow,
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = storage;
  const meeting = readMeeting(sql);
  invariant(meeting !== null, "work for a meeting that never was");
  const { effect } = row;
  if (meeting.alive === null) {
    if (effect.type === "remove-content") {
      await removeContent(deps, meeting, effect);
      for (const [round, ms] of LATE_CONTENT_MS) {
        enqueue(sql, { type: "remove-late-content", round }, deps.now() + ms, meeting.sequence);
      }
    } else if (effect.type === "remove-late-content") {
      emptyContent(sql);
      await removeBytes(deps, meeting);
    }
    removeRow(sql, row);
    return;
  }
  const apply = (
    event: MeetingEvent,
    also: { changed?: Changed; write?: (sql: SqlStorage) => void },
    done?: string,
  ) => {
    if (applyEvent(storage, event, { now: deps.now(), done, ...also })) changed();
  };
  const rest = deps.rests();
  const wantedRest = async () => {
    await rest();
    if (!isStillWanted(readAlive(sql)?.alive.state ?? null, effect)) throw new DOMException("not wanted", "AbortError");
  };
  const base = {
    attempt,
    signal,
    deps,
    sql,
    texts,
    journal: (key: string) => storedScan(storage, key),
    meeting: { ...meeting, ...meeting.alive },
    inTurns: <Value>(work: Turns<Value>) => runInTurns(work, wantedRest, signal),
    say: (event: MeetingEvent) => apply(event, {}),
    finish: (event: MeetingEvent, also = {}) => apply(event, also, row.key),
  } satisfies Omit<Step, "effect">;
  try {
    switch (effect.type) {
      case "join-call":
        return await joinCall({ ...base, effect });
      case "leave-call":
        await deps.calls.leave(effect.callId, meeting.meetId);
        return removeRow(sql, row);
      case "scan-recording":
        return await scanRecording({ ...base, effect });
      case "transcribe-window":
        return await transcribeWindow({ ...base, effect });
      case "read-captions":
        return await readCaptions({ ...base, effect });
      case "read-transcript":
        return await readTranscript({ ...base, effect });
      case "merge-windows":
        return await mergeTranscript({ ...base, effect });
      case "summarise":
        return await summarise({ ...base, effect });
      case "await-video":
        await awaitVideo({ deps, storage }, meeting, row);
        return changed();
      case "compare-sound":
        return await compareSound({ ...base, effect });
      case "remove-sound":
        await removeSound(deps, sql, meeting, effect);
        return removeRow(sql, row);
      case "remove-earlier-uploads":
        await removeEarlierUploads(deps, sql);
        return removeRow(sql, row);
      case "count-usage":
        await deps.lists.countUsage(meeting);
        return removeRow(sql, row);
      case "release-usage":
        await deps.lists.releaseUsage(meeting, "failed");
        return removeRow(sql, row);
      case "write-paper":
        await writeMinutesPdf({ deps, storage });
        changed();
        return removeRow(sql, row);
      case "remove-content":
      case "remove-late-content":
        return removeRow(sql, row);
      default:
        return assertNever(effect);
    }
  } catch (error) {
    // The bytes are not those that were accepted: no attempt will bring them back.
    if (!(error instanceof SourceChangedError) || !("run" in effect)) throw error;
    apply({ type: "recording-lost", run: effect.run, reason: error.what }, {}, row.key);
  }
}

/** Time limit of a step, in ms: together with ALARM_CLAIM_MS_MAX under five minutes. */
export function limitMsOf(effect: MeetingEffect): number {
  switch (effect.type) {
    case "scan-recording":
    case "compare-sound":
      return SCAN_STEP_MS_MAX;
    case "transcribe-window":
      return WINDOW_STEP_MS_MAX;
    case "summarise":
      return SUMMARY_STEP_MS_MAX;
    case "read-captions":
    case "read-transcript":
    case "merge-windows":
      return TRANSCRIPT_STEP_MS_MAX;
    case "join-call":
    case "leave-call":
    case "await-video":
    case "remove-sound":
    case "remove-earlier-uploads":
    case "count-usage":
    case "release-usage":
    case "write-paper":
    case "remove-content":
    case "remove-late-content":
      return STEP_MS_MAX;
    default:
      return assertNever(effect);
  }
}

/** The event with which a step is given up; null for bookkeeping, which is tried until it works. */
export function parkedEvent(effect: MeetingEffect, reason: EndReason): MeetingEvent | null {
  switch (effect.type) {
    // A store that does not answer is no fault of the recording: a person may ask again, and the scan goes on where it was.
    case "scan-recording":
    case "transcribe-window":
    case "read-captions":
    case "read-transcript":
    case "merge-windows":
      return { type: "transcription-failed", run: effect.run, reason: transcriptReason(reason) };
    case "summarise":
      return {
        type: "summary-failed",
        run: effect.run,
        reason: reason === "summary-unavailable" ? reason : "internal",
      };
    case "join-call":
      return { type: "call-refused", run: effect.run, reason: "join-failed" };
    case "leave-call":
    case "await-video":
    case "compare-sound":
    case "remove-sound":
    case "remove-earlier-uploads":
    case "count-usage":
    case "release-usage":
    case "write-paper":
    case "remove-content":
    case "remove-late-content":
      return null;
    default:
      return assertNever(effect);
  }
}

function transcriptReason(reason: EndReason) {
  return TRANSCRIPT_FAILURES.find((one) => one === reason) ?? "internal";
}

/**
 * A submit that was made again has a key of its own each time, and the bytes of an earlier one may have landed with only
 * their answer lost. Only keys that this meeting itself gave out go, and only once another has been accepted.
 */
async function removeEarlierUploads({ store }: Pick<MeetingDeps, "store">, sql: SqlStorage): Promise<void> {
  for (const key of readEarlierUploads(sql)) {
    await store.remove(key);
    forgetEarlierUpload(sql, key);
  }
}

/** The transcript that was given beside the recording: no speech engine is asked, and whom it names is kept. */
async function readTranscript(step: StepOf<"read-transcript">): Promise<void> {
  const bytes = readGivenTranscript(step.sql);
  invariant(bytes !== null, "a given transcript is kept until it has become text");
  // Accepted bytes were read to their end once already, so there is nothing to refuse any more.
  const cues = await step.inTurns(parseInTurns(bytes));
  invariant(cues.ok && (await finishCues(step, cues.value)), "an accepted transcript holds words");
}

import { SOUND_FIRST_LOOK_MS, SOUND_LOOK_MS_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_UNFINISHED_MS_MAX } from "#app/domain/limits/uploads.ts";
import { effectKey } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { kindOfKey } from "#app/server/storage/keys.ts";
import { removeRow } from "#workers/durable/outbox.ts";
import { plannedWindows, savePlanned } from "#workers/meeting/call/on-call-event.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { openRecording, type StepOf } from "#workers/meeting/steps/step.ts";
import type { OutboxRow } from "#workers/meeting/store/domain-events.ts";
import { applyEvent, enqueue, type MeetingRow } from "#workers/meeting/store/store.ts";
import { hasGivenTranscript } from "#workers/meeting/store/text-sources.ts";
import { forgetScan } from "#workers/meeting/store/uploads.ts";
import { acceptUpload, hasUnclaimedBytes } from "#workers/meeting/upload/accept-upload.ts";
import { overlapFor } from "#workers/meeting/upload/recording-media.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * The sound of a meeting is there and its video is not. Now and then it looks whether the video has come and nobody said so;
 * when the time is over in which an upload can be gone on with, the meeting stays with what was heard.
 */
export async function awaitVideo(
  { deps, storage }: { deps: MeetingDeps; storage: DurableObjectStorage },
  meeting: MeetingRow,
  row: OutboxRow,
): Promise<void> {
  const { sql } = storage;
  if (await acceptUnclaimed({ deps, storage }, meeting)) {
    deps.log("meeting.video.unannounced", { meetId: meeting.meetId });
    return removeRow(sql, row);
  }
  const now = deps.now();
  const until = meeting.createdAt + UPLOAD_UNFINISHED_MS_MAX;
  if (now >= until) {
    deps.log("meeting.video.missed", { meetId: meeting.meetId });
    applyEvent(storage, { type: "video-missed" }, { now, done: row.key });
    return;
  }
  const waitMs = Math.min(Math.max((now - meeting.createdAt) / 2, SOUND_FIRST_LOOK_MS), SOUND_LOOK_MS_MAX);
  enqueue(sql, { type: "await-video", at: Math.min(now + waitMs, until) }, now, meeting.sequence);
}

/** An upload whose place fell meanwhile is counted again before its bytes are accepted; where the plan is used up they wait. */
async function acceptUnclaimed(
  { deps, storage }: { deps: MeetingDeps; storage: DurableObjectStorage },
  meeting: MeetingRow,
): Promise<boolean> {
  if (!(await hasUnclaimedBytes(deps, storage))) return false;
  const isReserved = readAlive(storage.sql)?.alive.state.usage === "reserved";
  if (isReserved && !(await deps.lists.chargeUsage(meeting))) return false;
  return (await acceptUpload(deps, storage, null)).ok;
}

/**
 * A recording in fragments that is too large to be read while somebody waits: one pass over all of it, which notes every so
 * often how far it has come, and goes on from there after a crash. What turns out to be no recording ends the meeting.
 */
export async function scanRecording(step: StepOf<"scan-recording">): Promise<void> {
  const { deps, effect, journal, meeting, signal } = step;
  const scanned = await deps.media.scan(openRecording(step), meeting.details.language, {
    kind: kindOfKey(meeting.uploadKey),
    overlapMs: overlapFor(deps, meeting.state),
    journal: journal(effectKey(effect)),
    signal,
  });
  const { run } = effect;
  if (!scanned.ok) {
    deps.log("meeting.scan.refused", { meetId: meeting.meetId, reason: scanned.reason });
    step.finish({ type: "recording-lost", run, reason: scanned.reason }, { write: forgetScan });
    return;
  }
  const recording = scanned.value;
  const event: MeetingEvent = {
    type: "recording-scanned",
    run,
    ...plannedWindows(recording, { given: hasGivenTranscript(step.sql) }),
  };
  step.finish(event, {
    write(sql) {
      savePlanned(sql, recording);
      forgetScan(sql);
    },
  });
}

import { invariant } from "#app/domain/invariant.ts";
import { COMPARE_ATTEMPTS_MAX } from "#app/domain/limits/steps.ts";
import { effectKey } from "#app/domain/meeting/effects.ts";
import type { EventOf } from "#app/domain/meeting/events.ts";
import type { RewriteAsk, WindowSpan } from "#app/domain/meeting/states.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import { type ByteSource, SourceChangedError } from "#app/media/byte-source.ts";
import { releaseAudio } from "#app/media/windows/extract-window.ts";
import { kindOfKey } from "#app/server/storage/keys.ts";
import { savePlanned, spanOf } from "#workers/meeting/call/on-call-event.ts";
import type { InspectedRecording } from "#workers/meeting/deps.ts";
import { openRecording, type StepOf } from "#workers/meeting/steps/step.ts";
import { forgetCorrections } from "#workers/meeting/store/corrections.ts";
import { forgetSound, markSoundCompared, readSound, readSoundWindow } from "#workers/meeting/store/sound.ts";
import { readPlan, readSpans, type StoredPlan } from "#workers/meeting/store/text-sources.ts";
import { forgetRecognised, readSummary } from "#workers/meeting/store/transcript.ts";
import { forgetScan } from "#workers/meeting/store/uploads.ts";

type CompareStep = StepOf<"compare-sound">;

/**
 * Compares a video with the sound that came ahead of it. Window by window, the sound that we cut out of the video has to be the
 * very bytes that were recognised; a window that differs is recognised again from the video. Each result is stored at once, so
 * that a killed comparison goes on where it was. A video that is gone or is no video leaves the meeting with its sound. A part that
 * cannot be read in COMPARE_ATTEMPTS_MAX attempts keeps the text of its sound, and the video stays.
 */
export async function compareSound(step: CompareStep): Promise<void> {
  try {
    const source = openRecording(step);
    const video = await readVideo(step, source);
    if (video === null) return miss(step, "refused");
    const same: number[] = [];
    // Only the first part that was not compared yet has used up the attempts.
    const unreadable = { parts: step.attempt > COMPARE_ATTEMPTS_MAX ? 1 : 0 };
    for (const plan of video.plan()) if (await isSame(step, source, plan, unreadable)) same.push(plan.index);
    settle(step, video, same);
  } catch (error) {
    if (!(error instanceof SourceChangedError)) throw error;
    miss(step, error.what);
  }
}

/** `scanned`: the scan's result for a video in fragments, which is not stored yet. */
type Video = { durationMs: number; plan(): Iterable<StoredPlan>; scanned: InspectedRecording | null };

async function readVideo({ attempt, deps, effect, journal, meeting, signal, sql }: CompareStep, source: ByteSource) {
  const { media, sound } = meeting.state;
  const spans = readSpans(sql);
  if (spans.length > 0) return storedVideo(sql, spans, (media.kind === "landed" && media.durationMs) || 0);
  invariant(sound !== undefined, "a comparison with sound");
  // In the attempt before this one the scan was all that could fail.
  if (attempt > COMPARE_ATTEMPTS_MAX + 1) return null;
  const { language } = meeting.details;
  const scanned = await deps.media.scan(source, language, {
    kind: kindOfKey(meeting.uploadKey),
    journal: journal(effectKey(effect)),
    signal,
  });
  if (!scanned.ok) return null;
  const { durationMs, plan } = scanned.value;
  return { durationMs, plan: () => plan, scanned: scanned.value } satisfies Video;
}

function storedVideo(sql: SqlStorage, spans: readonly WindowSpan[], durationMs: number): Video {
  return {
    durationMs,
    scanned: null,
    *plan() {
      for (const { index } of spans) {
        const plan = readPlan(sql, index);
        invariant(plan !== null, "a window of the plan is stored");
        yield plan;
      }
    },
  };
}

async function isSame(
  { deps, effect, signal, sql }: CompareStep,
  source: ByteSource,
  plan: StoredPlan,
  unreadable: { parts: number },
) {
  const { index } = plan;
  const sound = readSoundWindow(sql, index);
  if (!sound?.landed || !sound.file) return false;
  if (sound.same !== null) return sound.same;
  signal.throwIfAborted();
  const spans =
    (sound.track ?? 0) === (plan.track ?? 0) &&
    sound.startMs === plan.startMs &&
    sound.endMs === plan.endMs &&
    sound.audioStartMs === plan.audioStartMs &&
    sound.audioEndMs === plan.audioEndMs;
  let same = spans && unreadable.parts > 0;
  if (same) unreadable.parts -= 1;
  else if (spans) {
    const { audio } = await deps.media.extract(source, plan);
    same = (await sha256Base64(audio)) === sound.file.sha256;
    releaseAudio(audio);
  }
  markSoundCompared(sql, index, same);
  // Only a part without progress is given up.
  sql.exec("UPDATE outbox SET attempts = 0 WHERE key = ?", effectKey(effect));
  return same;
}

function settle(step: CompareStep, video: Video, same: readonly number[]): void {
  const { deps, meeting, sql } = step;
  const windows = Array.from(video.plan(), spanOf);
  const known = readSound(sql).map(({ index }) => index);
  const other = [...new Set([...known, ...windows.map(({ index }) => index)])].filter((index) => !same.includes(index));
  const rewrite = rewriteOf(step);
  const event: EventOf<"sound-compared"> = {
    type: "sound-compared",
    durationMs: video.durationMs,
    windows,
    same,
    ...(video.scanned?.isCut && { isCut: true }),
    ...(rewrite ? { rewrite } : {}),
  };
  deps.log("meeting.sound.compared", { meetId: meeting.meetId, windows: windows.length, same: same.length });
  step.finish(event, {
    ...(other.length > 0 ? { changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } } } : {}),
    write(sql) {
      if (video.scanned) savePlanned(sql, video.scanned);
      forgetScan(sql);
      forgetRecognised(sql, other);
      // Corrections in these windows belong to words of the other sound.
      forgetCorrections(sql, other);
      forgetSound(sql);
    },
  });
}

/** Keeps the template and language that a person chose when they had the minutes written again. */
function rewriteOf({ meeting, sql }: CompareStep): RewriteAsk | null {
  const summary = readSummary(sql);
  const { template, language } = meeting.details;
  if (!summary) return null;
  const asked = summary.language === language || summary.language === summary.spoken;
  if (asked && JSON.stringify(summary.template) === JSON.stringify(template)) return null;
  return { template: summary.template, language: summary.language, hand: "keep", what: "same" };
}

function miss(step: CompareStep, reason: "refused" | "missing" | "changed"): void {
  step.deps.log("meeting.video.missed", { meetId: step.meeting.meetId, reason });
  step.finish({ type: "video-missed" }, { write: forgetScan });
}

import { WINDOW_OVERLAP_MS } from "#app/domain/limits/media.ts";
import { withNotes } from "#app/domain/here/note-segments.ts";
import { VOICES_WAIT_MS } from "#app/domain/limits/steps.ts";
import { speakerLabelsOf } from "#app/domain/meeting/call-fact.ts";
import type { WindowSpan } from "#app/domain/meeting/states.ts";
import { voicesIn } from "#app/domain/meeting/voices.ts";
import { dropInventedTalk } from "#app/domain/transcript/drop-inventions.ts";
import { mergeInTurns, ONE_VOICE, type Voices } from "#app/domain/transcript/merge-windows.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { awaitsVoices } from "#workers/meeting/steps/find-voices.ts";
import { withVoices } from "#workers/meeting/steps/read-voices.ts";
import { expectedLanguage, isHeard, settleLanguage } from "#workers/meeting/store/heard-language.ts";
import { readNotes } from "#workers/meeting/store/notes.ts";
import {
  countAsDropped,
  readRecognisedInTurns,
  saveStagedSegments,
  stageSegments,
} from "#workers/meeting/store/transcript.ts";
import { forgetVoices, readVoices, saveVoices } from "#workers/meeting/store/voices.ts";
import { forgetAskedWords } from "#workers/meeting/store/asked-words.ts";

/** All windows are there: one transcript. From here on its segments and their ids stay as they are. */
export async function mergeTranscript(step: StepOf<"merge-windows">): Promise<void> {
  const { media, call, sound } = step.meeting.state;
  const windows = await step.inTurns(readRecognisedInTurns(step.sql));
  // Given transcripts and captions stay as they are, with their speakers; only engines invent.
  const byEngine =
    media.kind === "landed" ? media.transcriptSource === "speech" : call !== undefined || sound !== undefined;
  if (byEngine && (await awaitsVoices(step, windows))) throw new StepWaits(VOICES_WAIT_MS);
  const voiced = byEngine ? await withVoices(step, windows) : null;
  const labels = voiced ? "known" : speakerLabelsOf(call);
  const merged = await step.inTurns(mergeInTurns(voiced?.windows ?? windows, labels, voicesIn(step.meeting.state)));
  const durationMs = call?.durationMs ?? (media.kind === "landed" ? media.durationMs : (sound?.durationMs ?? null));
  const { kept, dropped } = byEngine ? dropInventedTalk(merged, durationMs ?? 0) : { kept: merged, dropped: 0 };
  if (dropped > 0) step.deps.log("meeting.transcript.inventions", { meetId: step.meeting.meetId, dropped });
  const place = call?.place;
  const writer = { firstName: place?.ownerFirstName ?? "", language: step.meeting.details.language };
  const segments = place?.here ? withNotes(kept, readNotes(step.sql), writer) : kept;
  await step.inTurns(stageSegments(step.sql, segments));
  const read = isHeard(step.sql) ? spokenLanguage(segments, expectedLanguage(step.sql)) : null;
  step.finish(
    { type: "transcript-merged", run: step.effect.run, segments: segments.length },
    {
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write(sql) {
        saveStagedSegments(sql);
        forgetAskedWords(sql);
        const found = voiced?.found ?? null;
        if (found !== null) saveVoices(sql, { people: readVoices(sql)?.people ?? null, found }, null, step.deps.now());
        else forgetVoices(sql);
        settleLanguage(sql, { read });
        if (dropped > 0) countAsDropped(sql, dropped);
      },
    },
  );
}

/**
 * The stretch of the transcript that a new window may change: itself and the near halves of its neighbours, whose words
 * at the border are cut anew. `short`: windows of a call, of which a single segment may fill a half: their neighbours as a whole.
 * `voices`: a window's neighbours are of its own voice.
 */
export function changedBy(
  index: number,
  windows: readonly WindowSpan[],
  { short = false, voices = ONE_VOICE }: { short?: boolean; voices?: Voices } = {},
): { startMs: number; endMs: number } {
  const own = windows.filter((window) => voices.of(window.index) === voices.of(index));
  const before = own.findLast((window) => window.index < index);
  const after = own.find((window) => window.index > index);
  if (short) {
    return {
      startMs: before ? Math.max(0, before.startMs - 2 * WINDOW_OVERLAP_MS) : 0,
      endMs: after ? after.endMs + 2 * WINDOW_OVERLAP_MS : Number.MAX_SAFE_INTEGER,
    };
  }
  return {
    startMs: before ? middle(before) : 0,
    endMs: after ? middle(after) : Number.MAX_SAFE_INTEGER,
  };
}

function middle({ startMs, endMs }: WindowSpan): number {
  return Math.round((startMs + endMs) / 2);
}

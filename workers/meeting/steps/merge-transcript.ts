import { dropInventedTalk } from "#app/domain/transcript/drop-invented-talk.ts";
import { mergeInTurns } from "#app/domain/transcript/merge-windows.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import {
  countAsDropped,
  readRecognisedInTurns,
  saveStagedSegments,
  stageSegments,
} from "#workers/meeting/store/transcript.ts";

/** All windows are there: one transcript. From here on its segments and their ids stay as they are. */
export async function mergeTranscript(step: StepOf<"merge-windows">): Promise<void> {
  const { media, call, sound } = step.meeting.state;
  const windows = await step.inTurns(readRecognisedInTurns(step.sql));
  const merged = await step.inTurns(mergeInTurns(windows, call ? "known" : "linked"));
  // Given transcripts and captions stay as they are; only engines invent.
  const byEngine =
    call !== undefined || sound !== undefined || (media.kind === "landed" && media.transcriptSource === "speech");
  const durationMs = call?.durationMs ?? (media.kind === "landed" ? media.durationMs : (sound?.durationMs ?? null));
  const { kept: segments, dropped } = byEngine
    ? dropInventedTalk(merged, durationMs ?? 0)
    : { kept: merged, dropped: 0 };
  if (dropped > 0) step.deps.log("meeting.transcript.inventions", { meetId: step.meeting.meetId, dropped });
  await step.inTurns(stageSegments(step.sql, segments));
  step.finish(
    { type: "transcript-merged", run: step.effect.run, segments: segments.length },
    {
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write(sql) {
        saveStagedSegments(sql);
        if (dropped > 0) countAsDropped(sql, dropped);
      },
    },
  );
}

import { type Outcome, refused } from "#app/domain/outcome.ts";
import { linesAlike } from "#app/domain/voices/split-speaker.ts";
import { freeVoiceLabel } from "#app/domain/voices/voice-label.ts";
import type { Corrected, Correction, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { correctMeeting } from "#workers/meeting/edits/correct.ts";
import { readFrames } from "#workers/meeting/steps/read-voices.ts";
import { assignedLabels, labelSegments, readSpeakers } from "#workers/meeting/store/corrections.ts";
import { readRecognisedSegments } from "#workers/meeting/store/transcript.ts";
import { readVoices } from "#workers/meeting/store/voices.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * Gives lines to another speaker together with the lines of the same speaker that sound like them. They are stored as lines that a person
 * gave, so they hold when the voices are told apart again, and an undo gives them
 * back. Lines that a person gave before stay.
 */
export async function splitSpeaker(
  needs: {
    storage: DurableObjectStorage;
    deps: Pick<MeetingDeps, "now" | "language" | "extractive" | "store">;
    by: string;
  },
  asked: Extract<Correction, { type: "split-speaker" }>,
): Promise<Outcome<Corrected, CorrectionRefusal>> {
  const { sql } = needs.storage;
  const row = readAlive(sql);
  if (!row || readVoices(sql) === null) return refused("not-ready");
  const windows = new Set(row.alive.state.windows.map(({ index }) => index));
  const frames = await readFrames(needs.deps.store, row.recordingId, (window) => windows.has(window));
  if (frames.length === 0) return refused("transcript-gone");
  if (readAlive(sql) === null || readVoices(sql) === null) return refused("not-ready");
  const marked = new Set(asked.segmentIds);
  const given = assignedLabels(sql);
  const lines = labelSegments(sql, readRecognisedSegments(sql));
  const labels = new Set(lines.flatMap(({ id, speaker }) => (marked.has(id) ? [speaker] : [])));
  const along = [...labels].flatMap((label) =>
    label === null
      ? []
      : linesAlike(
          lines
            .filter(({ id, speaker }) => speaker === label && (marked.has(id) || !given.has(id)))
            .map(({ id, startMs, endMs }) => ({ id, startMs, endMs, isMarked: marked.has(id) })),
          frames,
        ),
  );
  const { saveId } = asked;
  const taken = new Set(readSpeakers(sql).flatMap(({ label, name }) => [label, ...(name === null ? [] : [name])]));
  const speaker = asked.speaker ?? freeVoiceLabel(taken, row.alive.details.language);
  const segmentIds = [...new Set([...marked, ...along])];
  return correctMeeting(needs, { type: "assign-segments", saveId, segmentIds, speaker });
}

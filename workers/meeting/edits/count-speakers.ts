import { OTHERS } from "#app/domain/here/here.ts";
import { peopleKnown } from "#app/domain/meeting/call-fact.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { runInTurns } from "#app/domain/turns.ts";
import { countPeople, findTurns } from "#app/domain/voices/find-turns.ts";
import { relabelSegments } from "#app/domain/voices/relabel-segments.ts";
import type { Corrected, Correction, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { readFrames, voicedWindows, windowOfSegment } from "#workers/meeting/steps/read-voices.ts";
import { assignedLabels } from "#workers/meeting/store/corrections.ts";
import { recordChange } from "#workers/meeting/store/store.ts";
import { readRecognisedSegments } from "#workers/meeting/store/transcript.ts";
import { readVoices, relabel, saveVoices } from "#workers/meeting/store/voices.ts";
import { readAlive } from "#workers/meeting/view.ts";

type CountSpeakers = Extract<Correction, { type: "count-speakers" }>;

/**
 * Finds the people of a recording again, for the number that a person gave. Lines that a person gave to a speaker, and names, stay: they are
 * stored beside the labels. A second try of
 * the same changes nothing more.
 */
export async function countSpeakers(
  {
    storage,
    deps,
    by,
  }: { storage: DurableObjectStorage; deps: Pick<MeetingDeps, "now" | "store" | "rests">; by: string },
  { people }: CountSpeakers,
): Promise<Outcome<Corrected, CorrectionRefusal>> {
  const { sql } = storage;
  const row = readAlive(sql);
  // Of a merged meeting each recording has voices of its own.
  if (!row || row.alive.state.parts || row.alive.state.span || readVoices(sql) === null) return refused("not-ready");
  const { call } = row.alive.state;
  const isTab = call?.place.here === "tab" || call?.place.here === "both";
  const windows = voicedWindows(row.alive.state);
  const frames = await readFrames(deps.store, row.recordingId, (window) => windows.has(window));
  if (frames.length === 0) return refused("transcript-gone");
  const others = people === null ? null : Math.max(1, people - peopleKnown(call));
  const turns = await runInTurns(findTurns(frames, others), deps.rests());
  // The meeting may have been deleted, or is recognised again, meanwhile.
  if (readAlive(sql) === null || readVoices(sql) === null) return refused("not-ready");
  const given = new Set(assignedLabels(sql).values());
  const { language } = row.alive.details;
  const segments = readRecognisedSegments(sql).filter(({ id }) => windows.has(windowOfSegment(id)));
  const labels = relabelSegments(segments, turns, { language, given, nobody: isTab ? OTHERS[language] : null });
  recordChange(storage, {
    event: "segments-assigned",
    now: deps.now(),
    changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }, summary: true },
    write(written) {
      relabel(written, labels);
      saveVoices(written, { people, found: countPeople(turns) + peopleKnown(call) }, by, deps.now());
    },
  });
  return ok({ version: null, both: [] });
}

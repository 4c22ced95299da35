import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { isSettled, takesTranscript } from "#app/domain/meeting/state-rules.ts";
import { type RewriteAsk } from "#app/domain/meeting/states.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { readWords } from "#app/media/transcripts/read-words.ts";
import type { GiveTranscriptRefusal } from "#app/server/ports/meeting-process.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { scheduleRetention } from "#workers/meeting/steps/delete-by-rule.ts";
import { forgetCorrections, forgetSpeakerNames } from "#workers/meeting/store/corrections.ts";
import { keepReplaced } from "#workers/meeting/store/replaced.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { saveGivenTranscript } from "#workers/meeting/store/text-sources.ts";
import { forgetRecognised, readSummary } from "#workers/meeting/store/transcript.ts";
import { readAlive, segmentsFor } from "#workers/meeting/view.ts";

/**
 * A person gives the transcript of a meeting that has ended. It is read to its end before anything changes. The text that it
 * replaces is kept beside it, with the corrections of that text; its minutes are written again and keep the lines by hand.
 */
export async function giveTranscript(
  deps: Pick<MeetingDeps, "lists" | "rests" | "now" | "log">,
  storage: DurableObjectStorage,
  { bytes, by }: { bytes: Uint8Array; by: string },
): Promise<Outcome<null, GiveTranscriptRefusal>> {
  const refusal = refusalFor(storage);
  if (refusal !== null) return refused(refusal);
  if (bytes.byteLength > TRANSCRIPT_BYTES_MAX) return refused("transcript-too-large");
  if (bytes.byteLength === 0) return refused("transcript-empty");
  const read = await readWords(bytes, deps.rests());
  if (!read.ok) return read;
  // The meeting may have changed while the transcript was read.
  const row = readAlive(storage.sql);
  const late = refusalFor(storage);
  if (late !== null || row === null) return refused(late ?? "not-found");
  if (!isSettled(row.alive.state) && !(await deps.lists.chargeUsage(row))) return refused("limit-reached");
  const rewrite = rewriteOf(storage.sql);
  const old = row.alive.state.windows.map(({ index }) => index);
  // Also what was recognised of a recording before it failed.
  const segments = segmentsFor(storage.sql, row, SYSTEM_VIEWER);
  const now = deps.now();
  const isTaken = applyEvent(
    storage,
    { type: "transcript-given", endMs: read.value.endMs, ...(rewrite && { rewrite }) },
    {
      now,
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write(sql) {
        keepReplaced(sql, { segments, at: now, by });
        forgetRecognised(sql);
        forgetCorrections(sql, old);
        forgetSpeakerNames(sql);
        saveGivenTranscript(sql, read.value.text);
      },
    },
  );
  if (!isTaken) return refused(refusalFor(storage) ?? "meeting-busy");
  // A rule may have deleted the transcript before; this one goes after as many days.
  scheduleRetention(storage.sql, now);
  deps.log("meeting.transcript.given", { meetId: row.meetId, replaces: old.length > 0 });
  return ok(null);
}

function refusalFor({ sql }: DurableObjectStorage): "not-found" | "meeting-busy" | null {
  const row = readAlive(sql);
  if (!row) return "not-found";
  return takesTranscript(row.alive.state) ? null : "meeting-busy";
}

/** Minutes that exist are written again with their own template and language. Null when there are none. */
function rewriteOf(sql: SqlStorage): RewriteAsk | null {
  const summary = readSummary(sql);
  if (!summary) return null;
  return { template: summary.template, language: summary.language, hand: "keep", what: "same" };
}

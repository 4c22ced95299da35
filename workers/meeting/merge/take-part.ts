import type { MeetId } from "#app/domain/ids.ts";
import { MERGED_PARTS_MAX } from "#app/domain/limits/minutes.ts";
import { isSearched } from "#app/domain/search/passages.ts";
import { lengthOf, type PartFact, prefixOf, takesPart } from "#app/domain/meeting/parts.ts";
import type { RewriteAsk } from "#app/domain/meeting/states.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { RetentionSetting } from "#app/domain/privacy/retention.ts";
import type { MeetingPart, MergeRefusal } from "#app/server/ports/merged-meetings.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { dropPartRows, savePartRows } from "#workers/meeting/merge/part-rows.ts";
import { readRetention } from "#workers/meeting/store/retention.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { readSummary } from "#workers/meeting/store/transcript.ts";
import { addVersion, readVersion } from "#workers/meeting/store/versions.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** The earlier meeting's side of a merge. Both functions are one transaction each, and may be called again. */
type Needs = { deps: Pick<MeetingDeps, "now" | "log">; storage: DurableObjectStorage };

const ALL_SEGMENTS = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER };

/**
 * Takes a later meeting as a part: its lines move behind those that are there, its minutes and its conversation are added, and the minutes
 * are written once over the whole. Answers with its own retention rule, which the part follows from then on.
 */
export function takePart(
  { deps, storage }: Needs,
  given: MeetingPart,
): Outcome<{ ownRule: RetentionSetting | null }, MergeRefusal> {
  const { sql } = storage;
  const row = readAlive(sql);
  if (!row || row.workspaceId !== given.workspaceId || row.meetId === given.meetId) return refused("not-found");
  const { setting, isOwn } = readRetention(sql);
  const answer = ok({ ownRule: isOwn ? setting : null });
  const { state } = row.alive;
  if (state.parts?.some(({ meetId }) => meetId === given.meetId)) return answer;
  if (isUnderway(state.status)) return refused("meeting-busy");
  const version = readVersion(sql);
  const summary = readSummary(sql);
  const lengthMs = lengthOf(state);
  if (!takesPart(state) || !isSearched(row) || version === null || summary === null || lengthMs === null) {
    return refused("not-ready");
  }
  if ((state.parts?.length ?? 0) >= MERGED_PARTS_MAX) return refused("too-many-parts");
  const startMs = lengthMs + given.gapMs;
  const part: PartFact = {
    // Grows with every change of the meeting, so that no part of it had this number before.
    number: row.sequence,
    meetId: given.meetId,
    startMs,
    endMs: startMs + given.lengthMs,
    recordings: given.recordings.map((each) => ({
      ...each,
      startMs: each.startMs + startMs,
      endMs: each.endMs + startMs,
    })),
    minutesBefore: version.version,
  };
  const rewrite: RewriteAsk = { template: summary.template, language: summary.language, hand: "keep", what: "same" };
  const now = deps.now();
  applyEvent(
    storage,
    { type: "part-taken", part, rewrite },
    {
      now,
      changed: { segments: ALL_SEGMENTS, summary: true },
      write: (sql) => savePartRows(sql, { part, given, now }),
    },
  );
  deps.log("meeting.part.taken", { meetId: row.meetId, part: given.meetId });
  return answer;
}

/** Gives the last part back: its lines go, and the minutes are again those from before. */
export function dropPart(
  { deps, storage }: Needs,
  { meetId, by }: { meetId: MeetId; by: string },
): Outcome<null, MergeRefusal> {
  const { sql } = storage;
  const row = readAlive(sql);
  const part = row?.alive.state.parts?.find((each) => each.meetId === meetId);
  if (!row || !part) return ok(null);
  const { state } = row.alive;
  if (state.parts?.at(-1) !== part || state.mergedInto) return refused("not-last-part");
  const now = deps.now();
  const dropped = applyEvent(
    storage,
    { type: "part-dropped", number: part.number },
    {
      now,
      changed: { segments: ALL_SEGMENTS, summary: true },
      write(sql) {
        dropPartRows(sql, prefixOf(part.number));
        const before = readVersion(sql, part.minutesBefore);
        if (!before) return;
        const again = { kind: "brought-back", madeAt: now, madeBy: by, fromVersion: before.version } as const;
        addVersion(sql, { ...before, ...again });
      },
    },
  );
  if (!dropped) return refused("meeting-busy");
  deps.log("meeting.part.dropped", { meetId: row.meetId, part: meetId });
  return ok(null);
}

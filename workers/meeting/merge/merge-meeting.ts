import type { MeetId } from "#app/domain/ids.ts";
import { MERGE_SETTLE_MS } from "#app/domain/limits/minutes.ts";
import { mayBeMerged, type MergedFact } from "#app/domain/meeting/parts.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isSearched } from "#app/domain/search/passages.ts";
import type { MergeRefusal } from "#app/server/ports/merged-meetings.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { readPart } from "#workers/meeting/merge/read-part.ts";
import { readRetention, saveOwnRule } from "#workers/meeting/store/retention.ts";
import { applyEvent, enqueue } from "#workers/meeting/store/store.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * The later meeting's side of a merge, which leads it. It notes what is on its way, has the other meeting do its side, and notes the end.
 * A crash between the two leaves the note, from which the outbox ends it: the meetings are merged then, or two, and never half.
 */
type Needs = { deps: Pick<MeetingDeps, "now" | "merges">; storage: DurableObjectStorage };

/** Merges this meeting into an earlier one. Idempotent. */
export async function mergeInto(
  needs: Needs,
  { into, gapMs }: { into: MeetId; gapMs: number },
): Promise<Outcome<null, MergeRefusal>> {
  const row = readAlive(needs.storage.sql);
  if (!row || row.meetId === into) return refused("not-found");
  const { state } = row.alive;
  const known = state.mergedInto;
  if (known && (known.meetId !== into || known.phase === "leaving")) return refused("merged-already");
  if (known?.phase === "joined") return ok(null);
  if (!known) {
    if (isUnderway(state.status)) return refused("meeting-busy");
    if (!mayBeMerged(state) || !isSearched(row)) return refused("not-ready");
    const { setting, isOwn } = readRetention(needs.storage.sql);
    note(needs, { meetId: into, phase: "joining", gapMs, ownRule: isOwn ? setting : null });
  }
  return settleMerge(needs);
}

/** Takes the merge back: this meeting is one of its own again. Idempotent. */
export async function unmerge(needs: Needs): Promise<Outcome<null, MergeRefusal>> {
  const row = readAlive(needs.storage.sql);
  if (!row) return refused("not-found");
  const known = row.alive.state.mergedInto;
  if (!known) return ok(null);
  if (known.phase === "joining") return refused("meeting-busy");
  if (known.phase === "joined") note(needs, { ...known, phase: "leaving" });
  return settleMerge(needs);
}

/** Ends what is on its way; the step of the outbox, and the rest of a request. */
export async function settleMerge(needs: Needs): Promise<Outcome<null, MergeRefusal>> {
  const { deps, storage } = needs;
  const row = readAlive(storage.sql);
  const merged = row?.alive.state.mergedInto;
  if (!row || !merged || merged.phase === "joined") return ok(null);
  if (merged.phase === "joining") {
    const taken = await deps.merges.takePart(merged.meetId, readPart(storage.sql, row, merged.gapMs));
    if (taken.ok)
      note(
        needs,
        { ...merged, phase: "joined" },
        (sql) => taken.value.ownRule && saveOwnRule(sql, taken.value.ownRule),
      );
    else end(needs);
    return taken.ok ? ok(null) : taken;
  }
  const dropped = await deps.merges.dropPart(merged.meetId, { meetId: row.meetId, by: row.createdBy });
  if (dropped.ok) end(needs, (sql) => saveOwnRule(sql, merged.ownRule));
  else note(needs, { ...merged, phase: "joined" });
  return dropped;
}

function note({ deps, storage }: Needs, merged: MergedFact, also?: (sql: SqlStorage) => void): void {
  const now = deps.now();
  const at = now + MERGE_SETTLE_MS;
  applyEvent(
    storage,
    { type: "merge-asked", merged },
    {
      now,
      done: "settle-merge",
      write(sql) {
        also?.(sql);
        if (merged.phase === "joined") return;
        const { sequence } = sql.exec<{ sequence: number }>("SELECT sequence FROM meeting").one();
        enqueue(sql, { type: "settle-merge", at }, now, sequence);
      },
    },
  );
}

function end({ deps, storage }: Needs, also?: (sql: SqlStorage) => void): void {
  applyEvent(storage, { type: "merge-ended" }, { now: deps.now(), done: "settle-merge", write: (sql) => also?.(sql) });
}

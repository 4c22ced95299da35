import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { PAPER_DELAY_MS } from "#app/domain/limits/minutes.ts";
import { may, SYSTEM_VIEWER, type Viewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { PaperPlace } from "#app/server/ports/meeting-process.ts";
import { paperKey } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { Subscriber } from "#workers/meeting/publisher.ts";
import { enqueue, recordChange } from "#workers/meeting/store.ts";
import { readPaper, savePaper, type StoredPaper } from "#workers/meeting/store-papers.ts";
import { hasSummary } from "#workers/meeting/store-transcript.ts";
import { MINUTES_PAPER, readAlive, viewFor } from "#workers/meeting/view.ts";

/**
 * The meeting's PDF. It is current as long as nothing at all has been saved since it was written, so that no change, whatever it
 * is about and whoever adds it, can leave a stale one behind; one that turns out the same is not written again.
 */

/** Whenever something was saved, a document of the minutes is asked of the outbox: at once if there is none yet, else when edits pause. */
export function paperSubscriber(now: () => number, arm: () => Promise<void>): Subscriber {
  return {
    name: "paper",
    async tell(sql) {
      const row = readAlive(sql);
      if (!row || !hasSummary(sql)) return;
      const paper = readPaper(sql, MINUTES_PAPER);
      if (paper?.sequence === row.sequence) return;
      enqueue(sql, { type: "write-paper" }, now() + (paper ? PAPER_DELAY_MS : 0), row.sequence);
      await arm();
    },
  };
}

type Needs = { deps: Pick<MeetingDeps, "paper" | "store" | "now">; storage: DurableObjectStorage };

/** The step: writes the minutes' document, and says so to open pages. May be done twice. */
export async function writeMinutesPaper(needs: Needs): Promise<void> {
  const { storage, deps } = needs;
  const paper = await write(needs, { name: MINUTES_PAPER, viewer: SYSTEM_VIEWER, transcript: false });
  if (!paper) return;
  recordChange(storage, {
    event: "paper-written",
    now: deps.now(),
    changed: {},
    write(sql, sequence) {
      // What was saved meanwhile is not in it: the outbox has been asked again.
      const current = sequence === paper.sequence + 1;
      savePaper(sql, MINUTES_PAPER, { ...paper, sequence: current ? sequence : paper.sequence });
    },
  });
}

/**
 * Where the document is that this viewer may have. The owner's minutes are written ahead; what is asked for more rarely (with the
 * transcript, or for those who see only a part) is written when somebody asks, from nothing but what they may see.
 */
export async function findPaper(
  needs: Needs,
  viewer: Viewer,
  { transcript }: { transcript: boolean },
): Promise<Outcome<PaperPlace, "not-found" | "not-ready">> {
  const { sql } = needs.storage;
  const row = readAlive(sql);
  const appendix = transcript && may(viewer, "read-transcript");
  if (!row || (!may(viewer, "read-summary") && !appendix)) return refused("not-found");
  const minutes = readPaper(sql, MINUTES_PAPER);
  if (minutes?.sequence !== row.sequence) return refused("not-ready");
  const name = nameFor(viewer, appendix);
  const stored = readPaper(sql, name);
  const paper = stored?.sequence === row.sequence ? stored : await write(needs, { name, viewer, transcript: appendix });
  if (!paper) return refused("not-found");
  if (name !== MINUTES_PAPER && paper !== stored) savePaper(sql, name, paper);
  return ok({ key: paperKey(row.meetId, name), version: paper.version, title: row.alive.details.title });
}

/** Viewers who may see the same share a document. */
function nameFor(viewer: Viewer, transcript: boolean): string {
  const appendix = transcript ? "-transcript" : "";
  if (viewer.kind !== "share") return `${MINUTES_PAPER}${appendix}`;
  const seen = [may(viewer, "read-summary") ? "s" : "", may(viewer, "read-transcript") ? "t" : ""].join("");
  const playable = may(viewer, "play-recording") ? "r" : "";
  return `shared-${seen}${playable}${appendix}`;
}

type Asked = { name: string; viewer: Viewer; transcript: boolean };

/** Writes a document and stores its bytes; null where the meeting has gone. The row is the caller's to save. */
async function write({ deps, storage }: Needs, { name, viewer, transcript }: Asked): Promise<StoredPaper | null> {
  const { sql } = storage;
  const row = readAlive(sql);
  const view: MeetingView | null = viewFor(sql, viewer);
  if (!row || !view) return null;
  const kind = { transcript, linked: viewer.kind !== "share" };
  const fingerprint = await deps.paper.fingerprint(view, kind);
  const before = readPaper(sql, name);
  if (before?.fingerprint === fingerprint) return { ...before, sequence: row.sequence };
  const bytes = await deps.paper.write(view, { ...kind, fingerprint });
  const key = paperKey(row.meetId, name);
  const version = await deps.store.put(key, bytes, "application/pdf");
  if (readAlive(sql) !== null) return { sequence: row.sequence, fingerprint, version };
  // The meeting was deleted meanwhile, and its keys before this one was there.
  await deps.store.remove(key);
  return null;
}

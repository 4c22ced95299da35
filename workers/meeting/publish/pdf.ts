import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { PDF_DELAY_MS } from "#app/domain/limits/minutes.ts";
import { may, SYSTEM_VIEWER, type Viewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { withoutNames } from "#app/server/exports/without-names.ts";
import type { PdfAsked, PdfPlace } from "#app/server/ports/meeting-process.ts";
import { pdfKey } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { Subscriber } from "#workers/meeting/publish/publisher.ts";
import { enqueue, recordChange } from "#workers/meeting/store/store.ts";
import { hasSummary } from "#workers/meeting/store/transcript.ts";
import { readStoredPdf, saveStoredPdf, type StoredPdf } from "#workers/meeting/store/uploads.ts";
import { MINUTES_PDF, readAlive, viewFor } from "#workers/meeting/view.ts";

/**
 * The meeting's PDF. It is current as long as nothing at all has been saved since it was written, so that no kind of change can
 * leave a stale one behind; a document with the same content is not written again.
 */

/** After each change, puts a new PDF of the minutes into the outbox: at once if there is none yet, else when edits pause. */
export function pdfSubscriber(now: () => number, arm: () => Promise<void>): Subscriber {
  return {
    name: "pdf",
    async tell(sql) {
      const row = readAlive(sql);
      if (!row || !hasSummary(sql)) return null;
      const pdf = readStoredPdf(sql, MINUTES_PDF);
      if (pdf?.sequence === row.sequence) return null;
      enqueue(sql, { type: "write-pdf" }, now() + (pdf ? PDF_DELAY_MS : 0), row.sequence);
      await arm();
      return null;
    },
  };
}

type Needs = { deps: Pick<MeetingDeps, "pdf" | "store" | "now">; storage: DurableObjectStorage };

/** The step: writes the PDF of the minutes and tells open pages. May be done twice. */
export async function writeMinutesPdf(needs: Needs): Promise<void> {
  const { storage, deps } = needs;
  const pdf = await write(needs, { name: MINUTES_PDF, viewer: SYSTEM_VIEWER, transcript: false, names: true });
  if (!pdf) return;
  recordChange(storage, {
    event: "pdf-written",
    now: deps.now(),
    changed: {},
    write(sql, sequence) {
      // Changes saved meanwhile are not in it: the outbox already has the next write.
      const current = sequence === pdf.sequence + 1;
      saveStoredPdf(sql, MINUTES_PDF, { ...pdf, sequence: current ? sequence : pdf.sequence });
    },
  });
}

/**
 * Finds the PDF that this viewer may have. The minutes in full are written ahead; rarer documents (with the transcript, or for
 * a viewer by a shared link) are written on request, from nothing but the content that the viewer may see.
 */
export async function findPdf(
  needs: Needs,
  viewer: Viewer,
  { transcript, names = true, written = false }: PdfAsked,
): Promise<Outcome<PdfPlace, "not-found" | "not-ready">> {
  const { sql } = needs.storage;
  const row = readAlive(sql);
  const appendix = transcript && may(viewer, "read-transcript");
  if (!row || (!may(viewer, "read-summary") && !appendix)) return refused("not-found");
  const minutes = readStoredPdf(sql, MINUTES_PDF);
  if (minutes?.sequence !== row.sequence) {
    if (!written || !hasSummary(sql)) return refused("not-ready");
    await writeMinutesPdf(needs);
    return findPdf(needs, viewer, { transcript, names });
  }
  const name = nameFor(viewer, { transcript: appendix, names });
  const stored = readStoredPdf(sql, name);
  const asked = { name, viewer, transcript: appendix, names };
  const pdf = stored?.sequence === row.sequence ? stored : await write(needs, asked);
  if (!pdf) return refused("not-found");
  if (name !== MINUTES_PDF && pdf !== stored) saveStoredPdf(sql, name, pdf);
  return ok({ key: pdfKey(row.meetId, name), version: pdf.version, title: row.alive.details.title });
}

/** Viewers who may see the same share a document. */
function nameFor(viewer: Viewer, { transcript, names }: Pick<Asked, "transcript" | "names">): string {
  const appendix = `${transcript ? "-transcript" : ""}${names ? "" : "-nameless"}`;
  if (viewer.kind !== "share") return `${MINUTES_PDF}${appendix}`;
  const seen = [may(viewer, "read-summary") ? "s" : "", may(viewer, "read-transcript") ? "t" : ""].join("");
  const playable = may(viewer, "play-recording") ? "r" : "";
  return `shared-${seen}${playable}${appendix}`;
}

type Asked = { name: string; viewer: Viewer; transcript: boolean; names: boolean };

/** Writes a document and stores its bytes; null when the meeting has gone. The caller saves the row. */
async function write({ deps, storage }: Needs, { name, viewer, transcript, names }: Asked): Promise<StoredPdf | null> {
  const { sql } = storage;
  const row = readAlive(sql);
  const whole: MeetingView | null = viewFor(sql, viewer);
  if (!row || !whole) return null;
  const view = names ? whole : withoutNames(whole);
  const kind = { transcript, linked: viewer.kind !== "share" };
  const fingerprint = await deps.pdf.fingerprint(view, kind);
  const before = readStoredPdf(sql, name);
  if (before?.fingerprint === fingerprint) return { ...before, sequence: row.sequence };
  const bytes = await deps.pdf.write(view, { ...kind, fingerprint });
  const key = pdfKey(row.meetId, name);
  const version = await deps.store.put(key, bytes, "application/pdf");
  if (readAlive(sql) !== null) return { sequence: row.sequence, fingerprint, version };
  // The meeting and its keys were deleted before this key existed.
  await deps.store.remove(key);
  return null;
}

import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { takesLanguage } from "#app/domain/meeting/state-rules.ts";
import { type RewriteAsk } from "#app/domain/meeting/states.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import type { Corrected, Correction, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { forgetCorrections } from "#workers/meeting/store/corrections.ts";
import { forgetHeard, saveLanguage } from "#workers/meeting/store/heard-language.ts";
import { keepReplaced } from "#workers/meeting/store/replaced.ts";
import { readRetention } from "#workers/meeting/store/retention.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { forgetRecognised, readSummary } from "#workers/meeting/store/transcript.ts";
import { readAlive, segmentsFor } from "#workers/meeting/view.ts";

type Needs = { storage: DurableObjectStorage; deps: Pick<MeetingDeps, "now">; by: string };
type Asked = Extract<Correction, { type: "transcribe-in" }>;

/**
 * Has the recording recognised in another language. The text that this replaces is kept beside it, with the corrections of that text; what
 * was recognised before stays stored under its own language, so that going back pays nothing. Minutes are written again, in the new
 * language, and keep the lines by hand.
 */
export function transcribeIn(
  { storage, deps, by }: Needs,
  { language }: Asked,
  remember: (sql: SqlStorage) => void,
): Outcome<Corrected, CorrectionRefusal> {
  const { sql } = storage;
  const row = readAlive(sql);
  if (!row) return refused("not-found");
  const { state } = row.alive;
  // Of a meeting that failed and does not count, the failed step is asked for first: it counts it again.
  const isThere = readRetention(sql).recordingRemovedAt === null && state.usage === "counted";
  if (!isThere || !takesLanguage(state)) return refused("not-ready");
  const summary = readSummary(sql);
  const rewrite: RewriteAsk | null = summary && {
    template: summary.template,
    language,
    hand: "keep",
    what: "language",
  };
  const segments = segmentsFor(sql, row, SYSTEM_VIEWER);
  const now = deps.now();
  applyEvent(
    storage,
    { type: "language-corrected", ...(rewrite && { rewrite }) },
    {
      now,
      changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } },
      write(sql) {
        keepReplaced(sql, { segments, at: now, by });
        forgetRecognised(sql);
        forgetHeard(sql);
        const windows = state.windows.map(({ index }) => index);
        forgetCorrections(sql, windows);
        saveLanguage(sql, language);
        remember(sql);
      },
    },
  );
  return ok({ version: null, both: [] });
}

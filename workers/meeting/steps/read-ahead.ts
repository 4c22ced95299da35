import { progressOf } from "#app/domain/meeting/state-rules.ts";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import { speakerLabelsOf } from "#app/domain/meeting/call-fact.ts";
import { voicesIn } from "#app/domain/meeting/voices.ts";
import { LanguageNotReady } from "#app/server/ports/language-model.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import { tellParagraph } from "#workers/meeting/steps/tell-paragraph.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { keptParts } from "#workers/meeting/store/kept-parts.ts";
import { readRecognised } from "#workers/meeting/store/transcript.ts";
import { askedWords } from "#workers/meeting/store/asked-words.ts";

/**
 * Reads what has text so far, without a gap, in parts that later talk cannot change. It is the reading of the minutes, done early: whoever
 * comes late can read along, and once all is said only the last part is left. It fails in silence, because the minutes read it again.
 */
export async function readAhead(step: StepOf<"read-ahead">): Promise<void> {
  const { deps, effect, meeting, signal, sql } = step;
  const { language: model } = deps;
  const { details, state } = meeting;
  // A guessed language may still change, and with it every paragraph.
  if (!model.readAhead || details.hearsLanguage) return;
  const [gap] = progressOf(state.windows).gaps;
  const range = { startMs: 0, endMs: gap?.startMs ?? Number.MAX_SAFE_INTEGER };
  const recognised = readRecognised(sql, range).filter(({ endMs }) => endMs <= range.endMs);
  const segments = mergeWindows(recognised, speakerLabelsOf(state.call), voicesIn(state));
  try {
    await model.prepare?.({ ask: `${meeting.meetId}/${effect.run}`, signal });
    await model.readAhead({
      language: details.language,
      segments,
      words: await askedWords(deps, sql, meeting),
      kept: keptParts(sql, effect.run, model.engine),
      told: tellParagraph(step),
      signal,
    });
  } catch (error) {
    if (error instanceof LanguageNotReady) throw new StepWaits(error.retryAfterMs);
    signal.throwIfAborted();
    deps.log("meeting.read-ahead.failed", {
      meetId: meeting.meetId,
      error: error instanceof Error ? error.name : "unknown",
    });
  }
}

import { type Rest, runInTurns } from "#app/domain/turns.ts";
import { extractInTurns } from "#app/domain/summary/extractive/extract-summary.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";

/** The engine that needs no model and no network: it quotes (design: "Engines"). Marked as such on the screen. */
export function extractiveModel(rests: () => Rest): LanguageModel {
  return {
    engine: { port: "extractive", model: "extractive-1" },
    // Async, so that an abort is a rejection here as it is with every other engine.
    async writeSummary({ template, language, segments, signal }) {
      signal.throwIfAborted();
      const draft = await runInTurns(extractInTurns({ template, language, segments }), rests(), signal);
      // The shape that every engine answers in (contracts/meeting/summary-draft.ts).
      return { fields: draft.fields.map(({ key, content }) => ({ key, ...content })) };
    },
  };
}

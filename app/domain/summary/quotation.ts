import { linesOfAll, type Summary } from "#app/domain/summary/summary.ts";

/** Tells whether minutes quote. They are headed as highlights then, and divided by topic. */
export function isQuoting({ fields }: Pick<Summary, "fields">): boolean {
  return linesOfAll(fields).some(isQuotation);
}

/** Tells whether a line is still the engine's quotation. A line that a person changed is not. */
export function isQuotation(line: object): boolean {
  return "quoted" in line && line.quoted !== undefined && !("byHand" in line && line.byHand === true);
}

/**
 * Returns the introduction of quotations. `isBelow`: they stand below the fields of the minutes, because those are mostly not confirmed, or
 * because the engine only quotes and the template has no field for highlights.
 */
export function introOf(summary: Pick<Summary, "fields" | "engine">, isBelow: boolean) {
  if (isBelow && summary.engine.port !== "extractive") return "below";
  return isWordForWord(summary) ? "introWordForWord" : "intro";
}

/** Tells whether every line stands word for word: nothing was left out of it, and nobody changed or added one. */
function isWordForWord({ fields }: Pick<Summary, "fields">): boolean {
  return linesOfAll(fields).every(
    (line) =>
      !("byHand" in line && line.byHand === true) && (!("quoted" in line) || (line.quoted?.exact ?? null) === null),
  );
}

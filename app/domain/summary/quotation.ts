import { linesOfAll, type Summary } from "#app/domain/summary/summary.ts";

/** Tells whether minutes quote. They are headed as highlights then, and divided by topic. */
export function isQuoting({ fields }: Pick<Summary, "fields">): boolean {
  return linesOfAll(fields).some(isQuotation);
}

/** Tells whether a line is still the engine's quotation. A line that a person changed is not. */
export function isQuotation(line: object): boolean {
  return "quoted" in line && line.quoted !== undefined && !("manual" in line && line.manual === true);
}

/**
 * Returns the introduction of quotations. `isBelow`: they stand below the fields of the minutes, because those are mostly not confirmed, or
 * because the engine only quotes and the template has no field for highlights.
 */
export function introOf(summary: Pick<Summary, "fields" | "engine">, isBelow: boolean) {
  if (isBelow && summary.engine.port !== "extractive") return "below";
  const lines = linesOfAll(summary.fields);
  if (lines.some((line) => "manual" in line && line.manual === true)) return "introEdited";
  // Nothing was left out of any line.
  const isWordForWord = lines.every((line) => !("quoted" in line) || (line.quoted?.exact ?? null) === null);
  return isWordForWord ? "introWordForWord" : "intro";
}

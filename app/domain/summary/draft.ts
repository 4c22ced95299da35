import type { FieldContent } from "#app/domain/summary/summary.ts";

/** An engine's answer with a valid shape and unverified contents: segment ids may not exist, and items may be invented. */
export type SummaryDraft = { fields: { key: string; content: FieldContent }[] };

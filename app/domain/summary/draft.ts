import type { FieldContent } from "#app/domain/summary/summary.ts";

/** What an engine returned, in shape but not yet believed: segment ids may not exist, and what items say may be invented. */
export type SummaryDraft = { fields: { key: string; content: FieldContent }[] };

/** The templates that come with Acta beside Basic system, whose id is null. Pages load this file, and only the server the templates. */
export const PREDEFINED_IDS = [
  "system-one-to-one",
  "system-stand-up",
  "system-sales-discovery",
  "system-interview",
  "system-project-review",
  "system-board-minutes",
  "system-lecture",
  "system-retrospective",
  "system-customer-support",
] as const;
export type PredefinedId = (typeof PREDEFINED_IDS)[number];

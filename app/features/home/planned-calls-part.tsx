import { laterPart } from "#app/i18n/later-part.tsx";

/** The words of calls come later than a page's other texts. */
export const PlannedCallsPart = laterPart(
  async () => (await import("#app/features/home/planned-calls.tsx")).PlannedCalls,
);

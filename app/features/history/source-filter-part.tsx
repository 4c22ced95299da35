import { laterPart } from "#app/i18n/later-part.tsx";

/** The words of calls come later than a page's other texts. */
export const SourceFilterPart = laterPart(
  async () => (await import("#app/features/history/source-filter.tsx")).SourceFilter,
);

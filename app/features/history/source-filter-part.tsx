import { Suspense } from "react";
import type { ListSource } from "#app/domain/meeting/list-source.ts";
import { laterPart } from "#app/i18n/later-part.tsx";

const SourceFilter = laterPart<{ from: ListSource | null }>(
  async () => (await import("#app/features/history/source-filter.tsx")).SourceFilter,
);

/** The words of calls come later than a page's other texts. */
export function SourceFilterPart(props: { from: ListSource | null }) {
  return (
    <Suspense fallback={null}>
      <SourceFilter {...props} />
    </Suspense>
  );
}

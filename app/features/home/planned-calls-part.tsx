import { Suspense } from "react";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";
import { laterPart } from "#app/i18n/later-part.tsx";

const PlannedCalls = laterPart<{ meetings: MeetingListItem[] }>(
  async () => (await import("#app/features/home/planned-calls.tsx")).PlannedCalls,
);

/** The words of calls come later than a page's other texts. */
export function PlannedCallsPart(props: { meetings: MeetingListItem[] }) {
  return (
    <Suspense fallback={null}>
      <PlannedCalls {...props} />
    </Suspense>
  );
}

import type { RefObject } from "react";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { MomentPreviews } from "#app/features/meeting/preview/moment-previews.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const playParts = lazy(async () => (await import("#app/features/meeting/player/play-parts.tsx")).PlayParts);

/** Parts that a meeting's page loads behind itself: the previews, and for a merged meeting the player of its recordings. */
export function LaterParts({ page, head }: { page: RefObject<HTMLElement>; head: MeetingHead }) {
  const { meetId, parts, playable } = head;
  return (
    <>
      <MomentPreviews page={page} />
      {parts && playable && <WhenLoaded part={playParts} props={{ page, meetId, parts }} />}
    </>
  );
}

import type { RefObject } from "react";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { ClipLayer } from "#app/features/meeting/clips/clip-layer.tsx";
import { MomentPreviews } from "#app/features/meeting/preview/moment-previews.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const playParts = lazy(async () => (await import("#app/features/meeting/player/play-parts.tsx")).PlayParts);

const lastTime = lazy(
  async () => (await import("#app/features/meeting/document/last-time.tsx")).LastTime,
  ["colophon"],
);

type Props = { page: RefObject<HTMLElement>; head: MeetingHead; isOwn: boolean };

/**
 * Parts that a meeting's page loads behind itself: the previews, the meeting of the series before it, clips for its owner, and for a merged
 * meeting the player of its recordings.
 */
export function LaterParts({ page, head, isOwn }: Props) {
  const { meetId, status, parts, playable } = head;
  return (
    <>
      <MomentPreviews page={page} />
      <WhenLoaded part={lastTime} props={{ page, meetId, status }} />
      {isOwn && <ClipLayer page={page} head={head} />}
      {parts && playable && <WhenLoaded part={playParts} props={{ page, meetId, parts }} />}
    </>
  );
}

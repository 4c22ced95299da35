import { type RefObject, useEffect } from "react";
import { mediaOfParts, type Span } from "#app/features/meeting/player/media-of-parts.ts";
import { usePlayer } from "#app/features/meeting/player/playback.ts";

type Props = { page: RefObject<HTMLElement>; meetId: string; parts: readonly Span[] };

/** Has the player play the recordings of a merged meeting as one. Draws nothing. */
export function PlayParts({ page, meetId, parts }: Props) {
  const playback = usePlayer();
  const spans = JSON.stringify(parts);
  useEffect(() => {
    const video = page.current?.querySelector<HTMLVideoElement>(".player video");
    if (!video) return;
    const { ms } = playback.getState();
    const address = `/api/acta/meetings/${meetId}/recording`;
    const media = mediaOfParts(video, parts, (part) => (part === 0 ? address : `${address}?part=${part}`));
    playback.attach(media.element);
    // A link may lead to a moment behind the first recording.
    if (ms > 0) playback.seek(ms);
    return () => {
      media.end();
      playback.attach(video);
    };
    // Every message of the socket brings equal parts anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page, playback, meetId, spans]);
  return null;
}

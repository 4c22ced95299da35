import { useMemo } from "react";
import type { PageView } from "#app/contracts/page-view.ts";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import type { MeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { colourSpeakers, listSpeakers } from "#app/features/meeting/transcript/list-speakers.ts";

/** Facts about the transcript for the page's parts: from its segments, or from its outline while the page has only an excerpt. */
export function useTranscriptFacts({ head, segments, outline }: PageView): MeetingFacts {
  return useMemo(
    () => ({
      places: outline
        ? new Map(outline.places.map(([id, index, startMs]) => [id, { index, startMs }]))
        : placeSegments(segments),
      speakers: outline ? colourSpeakers(outline.speakers) : listSpeakers(segments),
      playable: head.playable,
      durationMs: head.durationMs,
      segments,
    }),
    [segments, outline, head.playable, head.durationMs],
  );
}

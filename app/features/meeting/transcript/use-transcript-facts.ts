import { useMemo } from "react";
import type { PageView } from "#app/contracts/page-view.ts";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import type { MeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { colourSpeakers, listSpeakers } from "#app/features/meeting/transcript/list-speakers.ts";

/** What the page's parts ask of the transcript: from its words, or from its outline while only an excerpt is there. */
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

import { useEffect, useMemo, useRef, useState } from "react";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { ChatPanel } from "#app/features/meeting/chat/chat-panel.tsx";
import { isEndedBadly, isUnderway } from "#app/features/meeting/document/build-steps.ts";
import { MeetingDocument } from "#app/features/meeting/document/meeting-document.tsx";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import { useLiveMeeting } from "#app/features/meeting/live/use-live-meeting.ts";
import { MeetingFactsProvider } from "#app/features/meeting/meeting-context.ts";
import { MeetingTabs } from "#app/features/meeting/meeting-tabs.tsx";
import { createPlayback } from "#app/features/meeting/player/playback.ts";
import { Player } from "#app/features/meeting/player/player.tsx";
import { PlaybackProvider } from "#app/features/meeting/player/use-playback.ts";
import { usePlayerKeys } from "#app/features/meeting/player/use-player-keys.ts";
import { useStartTime } from "#app/features/meeting/player/use-start-time.ts";
import { listSpeakers } from "#app/features/meeting/transcript/list-speakers.ts";
import { TranscriptPanel } from "#app/features/meeting/transcript/transcript-panel.tsx";
import { useSeekClicks } from "#app/features/meeting/use-seek-clicks.ts";

/** A meeting: its minutes, its transcript and its recording, one click apart. Give it the meeting's id as key. */
export function MeetingPage({ loaded }: { loaded: MeetingView }) {
  const view = useLiveMeeting(loaded);
  const { head, segments } = view;
  const [playback] = useState(createPlayback);
  const page = useRef<HTMLElement>(null);
  const facts = useMemo(
    () => ({ places: placeSegments(segments), speakers: listSpeakers(segments), playable: head.playable }),
    [segments, head.playable],
  );
  useEffect(() => playback.setSegments(segments), [playback, segments]);
  useStartTime(playback, head.playable);
  usePlayerKeys(playback, head.playable);
  useSeekClicks(page, playback, head.playable);

  const hasTranscript = segments.length > 0 || !isEndedBadly(head.status) || head.status === "SKIPPED_SUMMARY";
  return (
    <PlaybackProvider value={playback}>
      <MeetingFactsProvider value={facts}>
        <main id="main" ref={page} className={hasTranscript ? "meet" : "meet meet--wide"}>
          {hasTranscript && <MeetingTabs underway={isUnderway(head.status)} />}
          <MeetingDocument view={view} />
          {hasTranscript && <TranscriptPanel view={view} />}
          {hasTranscript && <ChatPanel meetId={head.meetId} status={head.status} />}
          {head.playable && <Player view={view} />}
        </main>
      </MeetingFactsProvider>
    </PlaybackProvider>
  );
}

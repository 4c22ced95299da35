import { useEffect, useRef, useState } from "react";
import type { PageView } from "#app/contracts/page-view.ts";
import { ChatPanel } from "#app/features/meeting/chat/chat-panel.tsx";
import { RecorderPart } from "#app/features/meeting/call/call-part.tsx";
import { isBeforeCall, showsRecorder } from "#app/features/meeting/call/call-state.ts";
import { isEndedBadly, isUnderway } from "#app/domain/meeting/status.ts";
import { MeetingDocument } from "#app/features/meeting/document/meeting-document.tsx";
import { CorrectingProvider, EditActionsProvider } from "#app/features/meeting/edit/edit-actions.ts";
import { useEditRoom } from "#app/features/meeting/edit/use-edit-room.tsx";
import { useLiveMeeting } from "#app/features/meeting/live/use-live-meeting.ts";
import { MeetingFactsProvider } from "#app/features/meeting/meeting-context.ts";
import { Later } from "#app/features/meeting/later.tsx";
import { MeetingTabs } from "#app/features/meeting/meeting-tabs.tsx";
import { createPlayback } from "#app/features/meeting/player/playback.ts";
import { Player } from "#app/features/meeting/player/player.tsx";
import { PlaybackProvider } from "#app/features/meeting/player/use-playback.ts";
import { usePlayerKeys } from "#app/features/meeting/player/use-player-keys.ts";
import { useStartTime } from "#app/features/meeting/player/use-start-time.ts";
import { TranscriptSearchProvider } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { TranscriptPanel } from "#app/features/meeting/transcript/transcript-panel.tsx";
import { useTranscriptFacts } from "#app/features/meeting/transcript/use-transcript-facts.ts";
import { useSeekClicks } from "#app/features/meeting/use-seek-clicks.ts";

/** A meeting: its minutes, its transcript and its recording, one click apart. Give it the meeting's id as key. */
export function MeetingPage({ loaded }: { loaded: PageView }) {
  const { view, transcript } = useLiveMeeting(loaded);
  const { head, segments } = view;
  const [playback] = useState(createPlayback);
  const page = useRef<HTMLElement>(null);
  const facts = useTranscriptFacts(view);
  useEffect(() => playback.setSegments(segments), [playback, segments]);
  useEffect(() => playback.setLength(head.durationMs), [playback, head.durationMs]);
  useStartTime(playback, head.playable);
  usePlayerKeys(playback, head.playable);
  useSeekClicks(page, playback, head.playable);
  const { actions, correcting, editor, dialog } = useEditRoom(view);

  const isOpen = !isEndedBadly(head.status) && !isBeforeCall(head);
  const hasTranscript = segments.length > 0 || isOpen || head.status === "SKIPPED_SUMMARY";
  return (
    <PlaybackProvider value={playback}>
      <MeetingFactsProvider value={facts}>
        <EditActionsProvider value={actions}>
          <TranscriptSearchProvider>
            <main id="main" ref={page} className={hasTranscript ? "meet" : "meet meet--wide"}>
              {hasTranscript && <MeetingTabs underway={isUnderway(head.status)} />}
              {editor ?? <MeetingDocument view={view} />}
              {hasTranscript && (
                <CorrectingProvider value={correcting}>
                  <TranscriptPanel view={view} load={transcript} />
                </CorrectingProvider>
              )}
              <Later load={loadPreviews} props={{ page }} />
              {hasTranscript && <ChatPanel meetId={head.meetId} status={head.status} />}
              {head.playable && <Player view={view} />}
              {!head.playable && showsRecorder(head) && <RecorderPart view={view} />}
              {dialog}
            </main>
          </TranscriptSearchProvider>
        </EditActionsProvider>
      </MeetingFactsProvider>
    </PlaybackProvider>
  );
}

const loadPreviews = () => import("#app/features/meeting/preview/moment-previews.tsx").then((it) => it.MomentPreviews);

import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { PageView } from "#app/contracts/meeting/meeting-view.ts";
import { announceChat } from "#app/features/meeting/chat/chat-events.ts";
import {
  applyLoaded,
  type LiveChange,
  type LiveState,
  needsTranscript,
  openLive,
} from "#app/features/meeting/live/live-view.ts";
import {
  meetingSocket,
  type TranscriptLoad,
  useWholeTranscript,
} from "#app/features/meeting/live/use-whole-transcript.ts";

const reduce = (state: LiveState, change: LiveChange): LiveState => change(state);

const leaveMeeting: LiveChange = (state) => ({ ...state, gone: true });

/**
 * The loader's view, kept up to date by the meeting's socket, and with the whole transcript as soon as it has arrived.
 * When the meeting is gone, the page calls its loader again and shows the loader's 404: the text is the same for every
 * viewer without access.
 */
export function useLiveMeeting(loaded: PageView): { view: PageView; transcript: TranscriptLoad } {
  const [state, dispatch] = useReducer(reduce, loaded, openLive);
  const [shown, setShown] = useState(loaded);
  if (shown !== loaded) {
    setShown(loaded);
    dispatch((state) => applyLoaded(state, loaded));
  }

  const { revalidate } = useRevalidator();
  const { meetId } = loaded.head;

  const seen = useRef(state.segmentsAt);
  useEffect(() => {
    seen.current = state.segmentsAt;
  }, [state.segmentsAt]);

  useEffect(() => {
    const leave = new AbortController();
    let disconnect = () => {};
    // No message is lost while the script loads: the socket requests all changes after the last one on the page.
    const subscribe = async () => {
      const socket = await meetingSocket.keepLoading(leave.signal);
      if (!socket) return;
      disconnect = socket.subscribeToMeeting({ meetId, seen: () => seen.current }, (message, change) => {
        if (message.type === "chat") announceChat();
        dispatch(change);
      });
    };
    void subscribe();
    return () => {
      leave.abort();
      disconnect();
    };
  }, [meetId]);

  const gone = useCallback(() => dispatch(leaveMeeting), []);
  const transcript = useWholeTranscript({ meetId, need: needsTranscript(state), arrived: dispatch, gone });

  useEffect(() => {
    if (state.gone) revalidate();
  }, [state.gone, revalidate]);

  return { view: state.view, transcript };
}

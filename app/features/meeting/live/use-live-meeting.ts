import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { type LiveMessage, liveMessage } from "#app/contracts/meeting-view.ts";
import type { PageView } from "#app/contracts/page-view.ts";
import { announceChat } from "#app/features/meeting/chat/chat-news.ts";
import {
  applyLive,
  applyLoaded,
  type FetchedTranscript,
  type LiveState,
  needsTranscript,
  openLive,
} from "#app/features/meeting/live/live-view.ts";
import { type Surroundings, stayConnected } from "#app/features/meeting/live/stay-connected.ts";
import { type TranscriptLoad, useWholeTranscript } from "#app/features/meeting/live/use-whole-transcript.ts";

type Change = LiveMessage | FetchedTranscript | { type: "loaded"; view: PageView };

const reduce = (state: LiveState, change: Change): LiveState =>
  change.type === "loaded" ? applyLoaded(state, change.view) : applyLive(state, change);

/**
 * The loader's view, kept up to date by the meeting's socket, and with its whole transcript as soon as that has come.
 * When the meeting is gone the page asks its loader again, and the loader's 404 takes the page's place: one text for
 * everybody who may not see it.
 */
export function useLiveMeeting(loaded: PageView): { view: PageView; transcript: TranscriptLoad } {
  const [state, dispatch] = useReducer(reduce, loaded, openLive);
  const [shown, setShown] = useState(loaded);
  if (shown !== loaded) {
    setShown(loaded);
    dispatch({ type: "loaded", view: loaded });
  }

  const { revalidate } = useRevalidator();
  const { meetId } = loaded.head;

  const seen = useRef(state.segmentsAt);
  useEffect(() => {
    seen.current = state.segmentsAt;
  }, [state.segmentsAt]);

  useEffect(() => {
    const surroundings = browserSurroundings(meetId, () => seen.current);
    return stayConnected(surroundings, (text) => {
      const message = liveMessage.safeParse(parseJson(text));
      if (message.data?.type === "chat") announceChat();
      if (message.success) dispatch(message.data);
    });
  }, [meetId]);

  const gone = useCallback(() => dispatch({ type: "gone" }), []);
  const transcript = useWholeTranscript({ meetId, need: needsTranscript(state), arrived: dispatch, gone });

  useEffect(() => {
    if (state.gone) revalidate();
  }, [state.gone, revalidate]);

  return { view: state.view, transcript };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function browserSurroundings(meetId: string, seen: () => number): Surroundings {
  const url = new URL(`/api/acta/meetings/${meetId}/live`, window.location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return {
    open(events) {
      url.searchParams.set("since", String(seen()));
      const socket = new WebSocket(url);
      socket.addEventListener("open", events.opened);
      socket.addEventListener("close", events.closed);
      socket.addEventListener("message", ({ data }) => {
        if (typeof data === "string") events.text(data);
      });
      return socket;
    },
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    isPresent: () => document.visibilityState === "visible" && navigator.onLine,
    onPresence(listener) {
      document.addEventListener("visibilitychange", listener);
      window.addEventListener("online", listener);
      return () => {
        document.removeEventListener("visibilitychange", listener);
        window.removeEventListener("online", listener);
      };
    },
  };
}

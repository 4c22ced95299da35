import { useRevalidator } from "@remix-run/react";
import { useEffect, useReducer, useState } from "react";
import { type LiveMessage, liveMessage, type MeetingView } from "#app/contracts/meeting-view.ts";
import { announceChat } from "#app/features/meeting/chat/chat-news.ts";
import { applyLive, applyLoaded, type LiveState } from "#app/features/meeting/live/live-view.ts";
import { type Surroundings, stayConnected } from "#app/features/meeting/live/stay-connected.ts";

type Change = LiveMessage | { type: "loaded"; view: MeetingView };

const reduce = (state: LiveState, change: Change): LiveState =>
  change.type === "loaded" ? applyLoaded(state, change.view) : applyLive(state, change);

/**
 * The loader's view, kept up to date by the meeting's socket. When the meeting is gone the page asks its loader again,
 * and the loader's 404 takes the page's place: one text for everybody who may not see it.
 */
export function useLiveMeeting(loaded: MeetingView): MeetingView {
  const [state, dispatch] = useReducer(reduce, { view: loaded, gone: false });
  const [shown, setShown] = useState(loaded);
  if (shown !== loaded) {
    setShown(loaded);
    dispatch({ type: "loaded", view: loaded });
  }

  const { revalidate } = useRevalidator();
  const { meetId } = loaded.head;

  useEffect(() => {
    return stayConnected(browserSurroundings(meetId), (text) => {
      const message = liveMessage.safeParse(parseJson(text));
      if (message.data?.type === "chat") announceChat();
      if (message.success) dispatch(message.data);
    });
  }, [meetId]);

  useEffect(() => {
    if (state.gone) revalidate();
  }, [state.gone, revalidate]);

  return state.view;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function browserSurroundings(meetId: string): Surroundings {
  const url = new URL(`/api/acta/meetings/${meetId}/live`, window.location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return {
    open(events) {
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

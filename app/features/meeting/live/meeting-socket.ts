import { type LiveMessage, liveMessage } from "#app/contracts/meeting-view.ts";
import { SESSION_DOUBTED_EVENT, SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import { type TranscriptAnswer, unpackTranscript } from "#app/contracts/transcript-answer.ts";
import type { FetchedTranscript } from "#app/features/meeting/live/live-view.ts";
import { type Surroundings, stayConnected } from "#app/features/meeting/live/stay-connected.ts";

/**
 * Updates of a meeting after its page was loaded. This is a separate script (fetch-meeting-socket.ts): the page shows its loaded
 * data first, and the schemas that check the messages are a tenth of the size of all scripts that the page needs until then.
 */

/** `seen` returns the last change that is on the page; the server sends the changes after it first. */
type Listening = { meetId: string; seen: () => number };

/** Subscribes to the meeting's socket until the returned function is called. Ignores messages that this page does not know. */
export function subscribeToMeeting({ meetId, seen }: Listening, onMessage: (message: LiveMessage) => void): () => void {
  return stayConnected(browserSurroundings(meetId, seen), (text) => {
    const message = liveMessage.safeParse(parseJson(text));
    if (message.success) onMessage(message.data);
  });
}

/** The whole transcript as the page holds it. */
export function openTranscript(packed: TranscriptAnswer): FetchedTranscript {
  return { type: "transcript", sequence: packed.sequence, segments: unpackTranscript(packed) };
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
      socket.addEventListener("close", ({ code }) => {
        if (code === SESSION_ENDED_CODE) window.dispatchEvent(new Event(SESSION_DOUBTED_EVENT));
        events.closed();
      });
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

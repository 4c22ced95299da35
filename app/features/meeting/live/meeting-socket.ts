import { reconnectDelayMs } from "#app/features/meeting/live/reconnect-delay.ts";
import { type LiveMessage, liveMessage } from "#app/contracts/meeting/meeting-view.ts";
import { SESSION_DOUBTED_EVENT, SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import { type TranscriptAnswer, unpackTranscript } from "#app/contracts/meeting/transcript-answer.ts";
import { applyLive } from "#app/features/meeting/live/live-messages.ts";
import type { LiveChange } from "#app/features/meeting/live/live-view.ts";

/**
 * Keeps one socket open: reconnects with a growing, jittered delay, only while the page is visible and the machine is
 * online, and detects a dead connection. Does not depend on meetings or React.
 */

/** In ms. A hibernating object answers `ping` without waking up; a connection that is silent for a whole interval is dead. */
export const PING_INTERVAL_MS = 25_000;

/** The events of a connection. */
export type LineEvents = { opened: () => void; text: (text: string) => void; closed: () => void };

interface Line {
  send(text: string): void;
  close(): void;
}

export interface Surroundings {
  open(events: LineEvents): Line;
  /** Runs `task` once after `ms`; returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
  random(): number;
  /** Whether the page is visible and the machine online. */
  isPresent(): boolean;
  onPresence(listener: () => void): () => void;
}

/** Keeps a connection open until the returned function is called. `onText` receives every message except answers to pings. */
export function stayConnected(around: Surroundings, onText: (text: string) => void): () => void {
  let line: Line | null = null;
  let attempt = 0;
  let heard = false;
  let cancelRetry: (() => void) | null = null;
  let cancelPing: (() => void) | null = null;

  const connect = () => {
    cancelRetry = null;
    if (line || !around.isPresent()) return;
    // Events of a connection that was given up are ignored.
    const ifCurrent = (act: () => void) => () => {
      if (line === opened) act();
    };
    const opened: Line = around.open({
      opened: ifCurrent(() => {
        attempt = 0;
        heard = true;
        beat(opened);
      }),
      text: (text) =>
        ifCurrent(() => {
          heard = true;
          if (text !== "pong") onText(text);
        })(),
      closed: ifCurrent(retryLater),
    });
    line = opened;
  };

  const beat = (opened: Line) => {
    cancelPing = around.after(PING_INTERVAL_MS, () => {
      if (!heard) {
        retryLater();
        return opened.close();
      }
      heard = false;
      opened.send("ping");
      beat(opened);
    });
  };

  const retryLater = () => {
    line = null;
    cancelPing?.();
    cancelRetry = around.after(reconnectDelayMs(attempt, around.random()), connect);
    attempt += 1;
  };

  const stopWatching = around.onPresence(() => {
    if (line || !around.isPresent()) return;
    cancelRetry?.();
    attempt = 0;
    connect();
  });
  connect();

  return () => {
    stopWatching();
    cancelRetry?.();
    cancelPing?.();
    const last = line;
    line = null;
    last?.close();
  };
}

/**
 * Updates of a meeting after its page was loaded. This is a separate script: the page shows its loaded
 * data first, and the schemas that check the messages are a tenth of the size of all scripts that the page needs until then.
 */

/** `seen` returns the last change that is on the page; the server sends the changes after it first. */
type Listening = { meetId: string; seen: () => number };

/**
 * Subscribes to the meeting's socket until the returned function is called. `onMessage` receives each message and its change of the
 * page's state. Ignores messages that this page does not know.
 */
export function subscribeToMeeting(
  { meetId, seen }: Listening,
  onMessage: (message: LiveMessage, change: LiveChange) => void,
): () => void {
  return stayConnected(browserSurroundings(meetId, seen), (text) => {
    const read = liveMessage.safeParse(parseJson(text));
    if (!read.success) return;
    const message = read.data;
    onMessage(message, (state) => applyLive(state, message));
  });
}

/** The change that shows the whole transcript. */
export function openTranscript(packed: TranscriptAnswer): LiveChange {
  const segments = unpackTranscript(packed);
  return (state) => applyLive(state, { type: "transcript", sequence: packed.sequence, segments });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

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
    // An Acta on this machine is reached without a network.
    isPresent: () => document.visibilityState === "visible" && (navigator.onLine || LOOPBACK.has(url.hostname)),
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

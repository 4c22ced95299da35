import {
  isSessionOver,
  noteSession,
  SESSION_BACK_EVENT,
  SESSION_DOUBTED_EVENT,
  SESSION_ENDED_CODE,
} from "#app/contracts/session.ts";
import { reconnectDelayMs } from "#app/domain/back-off.ts";
import { PAGE_PING_MS } from "#app/domain/limits/lists.ts";

/**
 * Keeps one socket open: reconnects with a growing, jittered delay (first spread over some seconds), only while the page is visible, the machine is
 * online and the session has not ended, and detects a dead connection. Does not depend on what is told or on React.
 */

/** A line that was open comes back within so long: a new version of the server closes all lines at once. */
export const LOST_SPREAD_MS = 5000;

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
  /** Whether the page is visible, the machine online and the session there, as far as the page knows. */
  isPresent(): boolean;
  onPresence(listener: () => void): () => void;
}

/**
 * Keeps a connection open until the returned function is called. `onText` receives every message except answers to pings, `onHeard` is called
 * for every sign of life.
 */
export function stayConnected(
  around: Surroundings,
  onText: (text: string) => void,
  onHeard: (isOpen: boolean) => void,
): () => void {
  let line: Line | null = null;
  let attempt = 0;
  let wasOpen = false;
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
        wasOpen = true;
        heard = true;
        onHeard(true);
        beat(opened);
      }),
      text: (text) =>
        ifCurrent(() => {
          heard = true;
          onHeard(true);
          if (text !== "pong") onText(text);
        })(),
      closed: ifCurrent(retryLater),
    });
    line = opened;
  };

  const beat = (opened: Line) => {
    // A hibernating object answers without waking up; a connection that is silent for a whole interval is dead.
    cancelPing = around.after(PAGE_PING_MS, () => {
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
    onHeard(false);
    cancelPing?.();
    const wait = wasOpen ? Math.round(LOST_SPREAD_MS * around.random()) : reconnectDelayMs(attempt, around.random());
    cancelRetry = around.after(wait, connect);
    if (!wasOpen) attempt += 1;
    wasOpen = false;
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

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** `address`: the path of the socket, asked for at each connection. */
export function browserSurroundings(address: () => string): Surroundings {
  return {
    open(events) {
      const url = new URL(address(), window.location.href);
      url.protocol = url.protocol.replace("http", "ws");
      const socket = new WebSocket(url);
      socket.addEventListener("open", events.opened);
      socket.addEventListener("close", ({ code }) => {
        if (code === SESSION_ENDED_CODE) {
          noteSession(true);
          // The browser may have another session by now.
          window.dispatchEvent(new Event(SESSION_DOUBTED_EVENT));
        }
        events.closed();
      });
      socket.addEventListener("message", ({ data }) => {
        if (typeof data === "string") events.text(data);
      });
      return {
        send: (text) => socket.send(text),
        close() {
          // Browsers warn of a socket that is closed before it is open.
          if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
          else socket.close();
        },
      };
    },
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    // An Acta on this machine is reached without a network.
    isPresent: () =>
      !isSessionOver() &&
      document.visibilityState === "visible" &&
      (navigator.onLine || LOOPBACK.has(window.location.hostname)),
    onPresence(listener) {
      const ending = new AbortController();
      document.addEventListener("visibilitychange", listener, { signal: ending.signal });
      for (const event of ["online", SESSION_BACK_EVENT]) {
        window.addEventListener(event, listener, { signal: ending.signal });
      }
      return () => ending.abort();
    },
  };
}

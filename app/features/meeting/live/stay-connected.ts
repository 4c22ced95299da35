import { reconnectDelayMs } from "#app/features/meeting/live/reconnect-delay.ts";

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

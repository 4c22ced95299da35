import type { CaptureEvent } from "../capture/capture-events.ts";
import type { Segments } from "../spool/segments.ts";
import type { SpeechReport } from "../speech/report-speech.ts";
import type { Warnings } from "./bot-messages.ts";

/** Arrival of a stream's last piece, or the start of its capture, and how often the bot has looked at the page since. */
export type LastPiece = { at: number; looks: number };

/** Looks without a piece before a capture counts as dead. A page that gets no processor answers none, and brings its pieces when it does. */
const LOOKS_MIN = 3;
/** A page without a piece for so long is not waited for, whatever it answers. */
const DEAF_MS_MAX = 30_000;

/** Whether a stream has ended by itself; called once a look. Not by the clock alone: the bot may have been without a processor as well. */
export function isLate(last: LastPiece, now: number, msMax: number): boolean {
  last.looks += 1;
  const age = now - last.at;
  return age > DEAF_MS_MAX || (age > msMax && last.looks > LOOKS_MIN);
}

/** Reports of one visit's scripts so far; read by the watchdogs. */
export type Visit = {
  crashed: boolean;
  mixSince: number;
  mix: LastPiece;
  tab: LastPiece;
  /** The page has loaded again: its capture is lost. */
  reloaded: boolean;
  document: string | null;
  /** Time since which no connection of the page is alive although there are some; null while all is well. */
  deadSince: number | null;
  tabLoudAt: number;
};

/** Receivers of a visit's reports. */
export type VisitContext = { segments: Segments; speech: SpeechReport; warnings: Warnings };

export function newVisit(now: number): Visit {
  return {
    crashed: false,
    mixSince: now,
    mix: { at: now, looks: 0 },
    tab: { at: now, looks: 0 },
    reloaded: false,
    document: null,
    deadSince: null,
    tabLoudAt: 0,
  };
}

export function takeEvent(visit: Visit, event: CaptureEvent, deps: VisitContext & { now: () => number }): void {
  const { segments, speech } = deps;
  switch (event.kind) {
    case "ready":
      if (!event.top) return;
      visit.reloaded = visit.document !== null;
      visit.document = event.document;
      return;
    case "started":
      segments.started(event);
      if (event.stream === "mix") visit.mixSince = deps.now();
      return;
    case "piece": {
      const kept = segments.piece(event);
      visit[event.stream] = { at: deps.now(), looks: 0 };
      if (event.stream === "mix") deps.warnings.set("reconnecting", false);
      if (!kept) deps.warnings.set("video-lost", true);
      return;
    }
    case "stopped":
      segments.stopped(event.recorder, event.at);
      return;
    case "levels": {
      speech.levels(event);
      const { alive, dead } = event.connections;
      visit.deadSince = alive === 0 && dead > 0 ? (visit.deadSince ?? deps.now()) : null;
      return;
    }
    case "tab-level":
      if (event.level > 0.01) visit.tabLoudAt = event.at;
      return;
  }
}

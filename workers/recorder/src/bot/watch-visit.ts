import type { CaptureEvent } from "../capture/capture-events.ts";
import type { Segments } from "../spool/segments.ts";
import type { SpeechReport } from "../speech/report-speech.ts";
import type { Warnings } from "./bot-messages.ts";

/** Reports of one visit's scripts so far; read by the watchdogs. */
export type Visit = {
  crashed: boolean;
  mixSince: number;
  /** Arrival of the last piece of each; at the start of a capture, its start. */
  mixAt: number;
  tabAt: number;
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
    mixAt: now,
    tabAt: now,
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
      if (event.stream === "mix") visit.mixAt = deps.now();
      else visit.tabAt = deps.now();
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

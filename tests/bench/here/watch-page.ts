import type { Page, Request } from "@playwright/test";
import { type LiveMessage, liveMessage, type MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { headWaits } from "#tests/bench/head-waits.ts";

/** Everything that a recording's page sends and receives, with its time in epoch ms. */
export type WatchedPage = {
  /** Acknowledged pieces. `bytes` includes the headers. */
  pieces: () => readonly { track: string; at: number; bytes: number }[];
  /** Arrivals of text; `untilMs` is the end of the newest window of the recording. */
  texts: () => readonly { at: number; untilMs: number }[];
  /** Changes of the meeting, and answers to requests, each with its time. */
  steps: () => readonly { at: number; step: string }[];
  /** Bytes of all requests, headers included. */
  sentBytes: () => number;
  head: () => MeetingHead | null;
  /** Time at which a head arrived that satisfies `isSo`; rejects after `msMax`. */
  sees: (isSo: (head: MeetingHead) => boolean, msMax: number) => Promise<number>;
};

export function watchPage(page: Page): WatchedPage {
  const pieces: { track: string; at: number; bytes: number }[] = [];
  const texts: { at: number; untilMs: number }[] = [];
  const steps: { at: number; step: string }[] = [];
  let sentBytes = 0;
  let head: MeetingHead | null = null;
  const { look, sees } = headWaits(() => head);

  page.on("requestfinished", (request) => void count(request));
  const count = async (request: Request) => {
    const at = Date.now();
    const sizes = await request.sizes().catch(() => null);
    if (sizes === null) return;
    const bytes = sizes.requestBodySize + sizes.requestHeadersSize;
    sentBytes += bytes;
    const track = /\/pieces\/(\w+)\//u.exec(request.url())?.[1];
    if (track !== undefined && request.method() === "PUT") pieces.push({ track, at, bytes });
    if (request.method() !== "GET") steps.push({ at, step: `${request.method()} ${track ?? request.url().slice(-8)}` });
  };
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      const read = liveMessage.safeParse(parsed(String(payload)));
      if (read.success) take(read.data);
    });
  });
  const take = (message: LiveMessage) => {
    const next = message.type === "head" ? message.head : message.type === "view" ? message.view.head : null;
    if (next === null) return;
    const at = Date.now();
    const call = next.call;
    if (head && next.recognisedMs > head.recognisedMs) texts.push({ at, untilMs: call?.landedMs ?? 0 });
    steps.push({ at, step: `${next.status} ${next.recognisedMs}/${next.wantedMs} ${next.playable ? "playable" : ""}` });
    head = next;
    look();
  };
  return {
    pieces: () => pieces,
    texts: () => texts,
    steps: () => steps,
    sentBytes: () => sentBytes,
    head: () => head,
    sees,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { useCallback, useEffect, useState } from "react";
import type { LiveChange } from "#app/features/meeting/live/live-view.ts";
import { reconnectDelayMs } from "#app/domain/back-off.ts";
import { lazy } from "#app/i18n/lazy.ts";

const pageCalls = lazy(() => import("#app/contracts/page-calls.ts"));

/** Connects to a meeting, and opens what the server sends. No part of the page's first load. */
export const meetingSocket = lazy(() => import("#app/features/meeting/live/meeting-socket.ts"));

export type TranscriptLoad = { state: "whole" | "loading" | "failed"; again: () => void };

/** Delay in ms before outdated segments are fetched: the socket usually sends them at the same moment. */
const SOCKET_FIRST_MS = 2000;

type Needs = {
  meetId: string;
  need: "excerpt" | "outdated" | null;
  arrived: (transcript: LiveChange) => void;
  gone: () => void;
};

/** Fetches the transcript when the page needs it, retries failures, and returns the state of loading. */
export function useWholeTranscript({ meetId, need, arrived, gone }: Needs): TranscriptLoad {
  const [failed, setFailed] = useState({ need, times: 0 });
  // Failures of another need do not count.
  const attempt = failed.need === need ? failed.times : 0;
  useEffect(() => {
    if (need === null) return;
    const stop = new AbortController();
    const first = need === "excerpt" ? 0 : SOCKET_FIRST_MS;
    const wait = attempt === 0 ? first : reconnectDelayMs(attempt, Math.random());
    const timer = setTimeout(() => {
      fetchTranscript(meetId, stop.signal).then(
        (transcript) => (transcript === "gone" ? gone() : arrived(transcript)),
        () => {
          if (!stop.signal.aborted) setFailed({ need, times: attempt + 1 });
        },
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [meetId, need, attempt, arrived, gone]);
  const again = useCallback(() => setFailed({ need: "excerpt", times: 1 }), []);
  if (need !== "excerpt") return { state: "whole", again };
  return { state: attempt > 1 ? "failed" : "loading", again };
}

/** "gone" where the answer is a refusal: the loader says which. Throws where the line or the server is down. */
async function fetchTranscript(meetId: string, signal: AbortSignal): Promise<LiveChange | "gone"> {
  const [packed, { openTranscript }] = await Promise.all([
    pageCalls.load().then(({ getTranscript }) => getTranscript(meetId, signal)),
    meetingSocket.load(),
  ]);
  return packed === "gone" ? "gone" : openTranscript(packed);
}

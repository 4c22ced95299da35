import { useEffect, useRef, useState } from "react";
import type { AskedEvent, ShownExchange } from "#app/contracts/ask.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { answerAsk } from "#app/contracts/endpoints/ask.ts";
import { RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import { lazy } from "#app/i18n/lazy.ts";

const eventSchema = lazy(async () => (await import("#app/contracts/ask.ts")).askedEvent);

/** Progress of the answer to the last question of a thread is. */
export type Asking =
  | { kind: "quiet" | "looking" }
  | { kind: "reading"; meetings: number }
  | { kind: "failed" | "lost" | "gone" }
  | { kind: "too-many"; seconds: number };

/** Another page has the answer written: it is there soon. */
const LOOK_AGAIN_MS = 2000;

/**
 * Has the last question answered when it has no answer, and when `again` is called. Leaving the page ends the answer, and opening it again
 * begins it anew.
 */
export function useAnswer(threadId: string, last: ShownExchange | undefined, canAsk: boolean) {
  const [asking, setAsking] = useState<Asking>({ kind: "quiet" });
  const [answered, setAnswered] = useState<ShownExchange | null>(null);
  const [round, setRound] = useState(0);
  const number = last?.number ?? 0;
  const waits = canAsk && last !== undefined && last.answer === null && answered?.number !== number;
  const isDue = waits || round > 0;
  const key = `${threadId} ${number} ${round}`;
  const done = useRef("");
  useEffect(() => {
    if (!isDue || done.current === key) return;
    const stop = new AbortController();
    const told = (event: AskedEvent) => {
      if (event.type === "looking") setAsking({ kind: "looking" });
      if (event.type === "reading") setAsking({ kind: "reading", meetings: event.meetings });
      if (event.type === "failed" || event.type === "gone") setAsking({ kind: event.type });
      if (event.type !== "ended") return;
      setAnswered(event.exchange);
      setAsking({ kind: "quiet" });
    };
    const ask = async () => {
      const end = await follow(threadId, told, stop.signal);
      if (stop.signal.aborted) return;
      done.current = key;
      if (end) setAsking(end);
    };
    void ask();
    return () => stop.abort();
  }, [isDue, key, threadId]);
  const shown = answered?.number === number ? answered : last;
  return { asking, last: shown, again: () => setRound((one) => one + 1) };
}

/** Null: heard to the end. */
async function follow(
  threadId: string,
  told: (event: AskedEvent) => void,
  signal: AbortSignal,
): Promise<Asking | null> {
  for (;;) {
    told({ type: "looking" });
    const called = await callApi(answerAsk, { params: { threadId }, signal });
    if (called.ok) return called.value.body ? await read(called.value.body, told) : { kind: "lost" };
    if (signal.aborted || called.status !== 409) return troubleOf(called);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function read(body: ReadableStream<Uint8Array>, told: (event: AskedEvent) => void): Promise<Asking | null> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let [rest, isOver] = ["", false];
  try {
    const askedEvent = await eventSchema.load();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      const lines = (rest + (value ?? "")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const event = askedEvent.safeParse(JSON.parse(line));
        if (!event.success) continue;
        isOver = event.data.type !== "looking" && event.data.type !== "reading";
        told(event.data);
      }
    }
  } catch {
    isOver = false;
  }
  return isOver ? null : { kind: "lost" };
}

function troubleOf(failure: CallFailure): Asking {
  if (failure.kind === "too-many-requests") return { kind: "too-many", seconds: failure.retryAfterS ?? RATE_PERIOD_S };
  return { kind: failure.status === 404 ? "gone" : "lost" };
}

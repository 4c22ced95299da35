import type { UploadPartsAnswer } from "#app/contracts/recording/upload-answers.ts";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import { UPLOAD_PARTS_IN_FLIGHT, UPLOAD_RETRY_MS_MAX, UPLOAD_RETRY_MS_MIN } from "#app/domain/limits/uploads.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import { createPartsInFlight } from "#app/features/upload/parts/parts-in-flight.ts";
import type { LandedPart, RememberedParts, SlicedFile } from "#app/features/upload/parts/remembered-parts.ts";

/**
 * Sends a file in parts, several at once, until all of them have landed. A lost connection loses the parts that were being
 * sent; temporary failures are retried for as long as the page is open. Does not depend on browser APIs.
 */
export type Place = UploadPartsAnswer["places"][number];
export type AskReply = { ok: true; value: UploadPartsAnswer } | { ok: false; status: number };

export interface PartTransport {
  /** Reports the landed parts and requests the places of the next ones. Rejects when the network fails. */
  ask(
    said: { landed: LandedPart[]; wanted: { number: number; sha256: string }[] },
    signal: AbortSignal,
  ): Promise<AskReply>;
  /** Sends one part and takes over its bytes. Resolves to the store's status and etag. Rejects when the network fails. */
  put(
    input: { place: Place; bytes: ArrayBuffer; onSent: (bytes: number) => void },
    signal: AbortSignal,
  ): Promise<{ status: number; etag: string | null }>;
}

export interface Around {
  /** Resolves after `ms`, sooner when the machine is online again, at once when `signal` is aborted. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Resolves at once unless the user has paused the upload. */
  unpaused(): Promise<void>;
  /** Aborted when the user pauses: requests that are running are aborted. */
  pausing(): AbortSignal;
}

export type PartsEvent =
  | { type: "progressed"; sentBytes: number }
  /** The connection or a server is down; the upload continues automatically. */
  | { type: "interrupted" }
  | { type: "went-on" };

export type PartsInput = {
  file: SlicedFile;
  partBytes: number;
  /** The parts that have landed according to the server. */
  landed: readonly number[];
  remembered: RememberedParts;
  transport: PartTransport;
  around: Around;
  signal: AbortSignal;
  /** Time of a monotonic clock, in ms. */
  now: () => number;
  report: (event: PartsEvent) => void;
};

/** "gone": the server no longer knows this upload. "file-changed": the chosen file can no longer be read. */
export type PartsEnd = "sent" | "signed-out" | "gone" | "file-changed" | "refused";

/** After this many refusals of one part the upload ends as refused. */
const REFUSALS_MAX = 6;

class Ended extends Error {
  constructor(readonly end: Exclude<PartsEnd, "sent">) {
    super(end);
  }
}

/** Resolves to the end of the upload; rejects only when `signal` is aborted. */
export async function sendParts(input: PartsInput): Promise<PartsEnd> {
  const run = startRun(input);
  const workers = Array.from({ length: UPLOAD_PARTS_IN_FLIGHT }, async () => {
    for (let number = run.next(); number !== null; number = run.next()) await sendPart(run, number);
  });
  try {
    await Promise.all(workers);
    if (run.unsaid().length > 0) await askUntilAnswered(run, []);
    return "sent";
  } catch (error) {
    run.stop.abort();
    await Promise.allSettled(workers);
    input.signal.throwIfAborted();
    if (error instanceof Ended) return error.end;
    throw error;
  } finally {
    run.end();
  }
}

type Run = ReturnType<typeof startRun>;

function startRun(input: PartsInput) {
  const { file, partBytes, remembered, report } = input;
  const count = Math.ceil(file.size / partBytes);
  const bytesOf = (number: number) => Math.min(partBytes, file.size - (number - 1) * partBytes);
  let unsaid = remembered.read();
  const landed = new Set([...input.landed, ...unsaid.map(({ number }) => number)]);
  const queue = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !landed.has(number));
  const underWay = new Map<number, number>();
  let landedBytes = [...landed].reduce((sum, number) => sum + bytesOf(number), 0);
  let isInterrupted = false;
  const tell = () => report({ type: "progressed", sentBytes: landedBytes + sum(underWay.values()) });
  // An end of one part's sending, or a cancel by the user, stops all parts.
  const stop = new AbortController();
  const abort = () => stop.abort();
  input.signal.addEventListener("abort", abort, { once: true });
  if (input.signal.aborted) abort();
  tell();
  return {
    input,
    stop,
    end: () => input.signal.removeEventListener("abort", abort),
    inFlight: createPartsInFlight(),
    bytesOf,
    next: () => queue.shift() ?? null,
    unsaid: () => unsaid,
    said(parts: readonly LandedPart[]) {
      unsaid = unsaid.filter((part) => !parts.includes(part));
      remembered.write(unsaid);
    },
    sent(number: number, bytes: number) {
      underWay.set(number, Math.min(bytes, bytesOf(number)));
      tell();
    },
    landed(number: number, etag: string | null) {
      underWay.delete(number);
      if (etag !== null) {
        unsaid = [...unsaid, { number, etag }];
        remembered.write(unsaid);
      }
      landedBytes += bytesOf(number);
      tell();
    },
    broke(number: number) {
      underWay.delete(number);
    },
    interrupted(now: boolean) {
      if (isInterrupted !== now) report({ type: now ? "interrupted" : "went-on" });
      isInterrupted = now;
    },
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

async function sendPart(run: Run, number: number): Promise<void> {
  const { input, stop } = run;
  let refusals = 0;
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryInTurn(run, number);
    if (outcome === "landed") return run.interrupted(false);
    run.broke(number);
    if (outcome === "paused") attempt = -1;
    else {
      if (outcome === "broken") run.inFlight.broke();
      if (outcome === "refused" && ++refusals >= REFUSALS_MAX) throw new Ended("refused");
      run.interrupted(true);
      await input.around.rest(waitMs(attempt, input.around.random()), stop.signal);
    }
  }
}

type PartOutcome = "landed" | "paused" | "broken" | "refused";

/** Reads a part only when it may be sent, so that waiting parts use no memory. */
async function tryInTurn(run: Run, number: number): Promise<PartOutcome> {
  const { input, stop, inFlight } = run;
  const leave = await inFlight.enter(stop.signal);
  try {
    await input.around.unpaused();
    stop.signal.throwIfAborted();
    const startedAt = input.now();
    const outcome = await tryPart(run, number, await readPart(run, number));
    if (outcome === "landed") inFlight.landed(input.now() - startedAt);
    return outcome;
  } finally {
    leave();
  }
}

async function readPart({ input, bytesOf }: Run, number: number): Promise<ArrayBuffer> {
  const start = (number - 1) * input.partBytes;
  const bytes = await input.file
    .slice(start, start + bytesOf(number))
    .arrayBuffer()
    .catch(() => null);
  if (bytes?.byteLength !== bytesOf(number)) throw new Ended("file-changed");
  return bytes;
}

async function tryPart(run: Run, number: number, bytes: ArrayBuffer): Promise<PartOutcome> {
  const { transport, around } = run.input;
  const place = await askUntilAnswered(run, [{ number, sha256: await sha256Base64(bytes) }]);
  if (place === null) {
    run.landed(number, null);
    return "landed";
  }
  const pausing = around.pausing();
  const signal = AbortSignal.any([run.stop.signal, pausing]);
  try {
    const put = await transport.put({ place, bytes, onSent: (sent) => run.sent(number, sent) }, signal);
    if (put.status >= 200 && put.status < 300 && put.etag !== null) {
      run.landed(number, put.etag);
      return "landed";
    }
    if (put.status === 404) throw new Ended("gone");
    return put.status >= 500 || put.status === 429 ? "broken" : "refused";
  } catch (error) {
    if (error instanceof Ended) throw error;
    run.stop.signal.throwIfAborted();
    return pausing.aborted ? "paused" : "broken";
  }
}

/** Requests the place of a part until the server answers; null when the part has landed already, or none was wanted. */
async function askUntilAnswered(run: Run, wanted: { number: number; sha256: string }[]): Promise<Place | null> {
  const { input, stop } = run;
  for (let attempt = 0; ; attempt++) {
    stop.signal.throwIfAborted();
    const landed = run.unsaid();
    const reply = await input.transport.ask({ landed, wanted }, stop.signal).catch(() => null);
    if (reply?.ok) {
      run.said(landed);
      return reply.value.places[0] ?? null;
    }
    stop.signal.throwIfAborted();
    if (reply?.status === 401) throw new Ended("signed-out");
    if (reply?.status === 404) throw new Ended("gone");
    if (reply !== null && reply.status < 500 && !PASSING.has(reply.status)) throw new Ended("refused");
    run.interrupted(true);
    await input.around.rest(waitMs(attempt, input.around.random()), stop.signal);
  }
}

/** Statuses of temporary failures: the same request may be sent again. */
export const PASSING = new Set([408, 425, 429]);

const RETRY = { firstMs: UPLOAD_RETRY_MS_MIN, factor: 2, maxMs: UPLOAD_RETRY_MS_MAX };

/** `attempt` counts from 0. */
export function waitMs(attempt: number, random: number): number {
  return backOffDelayMs(RETRY, attempt + 1, random);
}

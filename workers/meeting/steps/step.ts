import { invariant } from "#app/domain/invariant.ts";
import { STEP_ATTEMPTS_MAX } from "#app/domain/limits/steps.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import type { EndReason } from "#app/domain/meeting/status.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { type Failure, failureOf } from "#workers/durable/runner.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { VoicesUnderWay } from "#workers/meeting/steps/find-voices.ts";
import type { Changed, MeetingIds } from "#workers/meeting/store/store.ts";
import type { StoredTexts } from "#workers/meeting/store/stored-texts.ts";

/** One piece of work while it is done: its meeting, the dependencies it may use, and the ways to report its result. */
export type Step<Effect extends MeetingEffect = MeetingEffect> = {
  effect: Effect;
  attempt: number;
  signal: AbortSignal;
  deps: MeetingDeps;
  sql: SqlStorage;
  texts: StoredTexts;
  voices: VoicesUnderWay;
  /** The journal in which the work under this key notes its progress. */
  journal: (key: string) => ScanJournal;
  meeting: MeetingIds & { sequence: number; details: MeetingDetails; state: MeetingState };
  /**
   * Runs long work in turns with the isolate's other work. Rejects when the step took too long, or when its outcome is no longer
   * wanted: then nothing may be stored.
   */
  inTurns<Value>(work: Turns<Value>): Promise<Value>;
  /** Reports a fact on the way, and stores the data that belongs to it in the same transaction; the work goes on. */
  say(event: MeetingEvent, also?: { changed?: Changed; write?: (sql: SqlStorage) => void }): void;
  /** Reports the result and stores the data that belongs to it, in one transaction with the end of the work. */
  finish(event: MeetingEvent, also?: { changed?: Changed; write?: (sql: SqlStorage) => void }): void;
};

export type StepOf<Type extends MeetingEffect["type"]> = Step<Extract<MeetingEffect, { type: Type }>>;

/** The signal for an engine's answer. In the last attempt the engine has less time than the step, whose end would not say why. */
export function engineSignal({ attempt, signal }: Pick<Step, "attempt" | "signal">, lastMs: number): AbortSignal {
  return attempt < STEP_ATTEMPTS_MAX ? signal : AbortSignal.any([signal, AbortSignal.timeout(lastMs)]);
}

/** A step could not do its work: why, as the screen will say it, and whether trying again by ourselves makes sense. */
export class StepFailed extends Error {
  readonly reason: EndReason;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(input: { reason: EndReason; retryable: boolean; retryAfterMs?: number | null; cause?: unknown }) {
    super(`step failed: ${input.reason}`, { cause: input.cause });
    this.name = "StepFailed";
    this.reason = input.reason;
    this.retryable = input.retryable;
    this.retryAfterMs = input.retryAfterMs ?? null;
  }
}

/** A step says why it failed; a store that does not answer is our own fault, and worth another try whatever it says. */
export function stepFailureOf(error: unknown): Failure<EndReason> {
  if (error instanceof StepFailed) {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    return { reason: error.reason, retryable: error.retryable, retryAfterMs: error.retryAfterMs, error: cause };
  }
  const failure = failureOf(error);
  return error instanceof UpstreamError ? { ...failure, retryable: true, error: error.message } : failure;
}

/** The accepted bytes and no others: reading throws SourceChangedError once they are gone or different. */
export function openRecording({ deps, meeting }: Pick<Step, "deps" | "meeting">): ByteSource {
  const { media } = meeting.state;
  invariant(media.kind === "landed", "a step reads a recording that has not landed");
  return deps.store.open(meeting.uploadKey, { size: media.version.sizeBytes, etag: media.version.etag });
}

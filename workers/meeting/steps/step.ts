import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { StoredTexts } from "#workers/meeting/store/stored-texts.ts";
import type { Changed, MeetingIds } from "#workers/meeting/store/store.ts";

/** One piece of work while it is done: its meeting, the dependencies it may use, and the ways to report its result. */
export type Step<Effect extends MeetingEffect = MeetingEffect> = {
  effect: Effect;
  attempt: number;
  signal: AbortSignal;
  deps: MeetingDeps;
  sql: SqlStorage;
  texts: StoredTexts;
  /** The journal in which the work under this key notes its progress. */
  journal: (key: string) => ScanJournal;
  meeting: MeetingIds & { sequence: number; details: MeetingDetails; state: MeetingState };
  /**
   * Runs long work in turns with the isolate's other work. Rejects when the step took too long, or when its outcome is no longer
   * wanted: then nothing may be stored.
   */
  inTurns<Value>(work: Turns<Value>): Promise<Value>;
  /** Reports a fact on the way; the work goes on. */
  say(event: MeetingEvent): void;
  /** Reports the result and stores the data that belongs to it, in one transaction with the end of the work. */
  finish(event: MeetingEvent, also?: { changed?: Changed; write?: (sql: SqlStorage) => void }): void;
};

export type StepOf<Type extends MeetingEffect["type"]> = Step<Extract<MeetingEffect, { type: Type }>>;

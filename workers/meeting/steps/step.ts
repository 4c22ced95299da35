import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { ScanJournal } from "#app/media/scan-journal.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { StoredTexts } from "#workers/meeting/stored-texts.ts";
import type { Changed, MeetingIds } from "#workers/meeting/store.ts";

/** One piece of work as it is done: what it is about, what it may touch, and how it says what came of it. */
export type Step<Effect extends MeetingEffect = MeetingEffect> = {
  effect: Effect;
  attempt: number;
  signal: AbortSignal;
  deps: MeetingDeps;
  sql: SqlStorage;
  texts: StoredTexts;
  /** Where the work under this key notes how far it has come. */
  journal: (key: string) => ScanJournal;
  meeting: MeetingIds & { sequence: number; details: MeetingDetails; state: MeetingState };
  /**
   * Runs long work in turns with whatever else the isolate has to do. Rejects where the step took too long, or where nobody wants
   * its outcome any more: then nothing may be stored.
   */
  inTurns<Value>(work: Turns<Value>): Promise<Value>;
  /** A fact on the way; the work goes on. */
  say(event: MeetingEvent): void;
  /** What came of the work, and what is stored with it, in one transaction with the end of the work. */
  finish(event: MeetingEvent, also?: { changed?: Changed; write?: (sql: SqlStorage) => void }): void;
};

export type StepOf<Type extends MeetingEffect["type"]> = Step<Extract<MeetingEffect, { type: Type }>>;

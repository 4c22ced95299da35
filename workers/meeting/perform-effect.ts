import { invariant } from "#app/domain/invariant.ts";
import { SCAN_STEP_MS_MAX } from "#app/domain/limits/media.ts";
import {
  LATE_CONTENT_MS,
  STEP_MS_MAX,
  SUMMARY_STEP_MS_MAX,
  TRANSCRIPT_STEP_MS_MAX,
  WINDOW_STEP_MS_MAX,
} from "#app/domain/limits/steps.ts";
import { isStillWanted, type MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import { parseInTurns } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { runInTurns, type Turns } from "#app/domain/turns.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import { removeRow } from "#workers/durable/outbox.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { writeMinutesPdf } from "#workers/meeting/publish/pdf.ts";
import { settleMerge } from "#workers/meeting/merge/merge-meeting.ts";
import { awaitVideo, scanRecording } from "#workers/meeting/steps/await-video.ts";
import { compareSound } from "#workers/meeting/steps/compare-sound.ts";
import { deleteByRule, removeLateParts, warnOfDeletion } from "#workers/meeting/steps/delete-by-rule.ts";
import { joinCall } from "#workers/meeting/steps/join-call.ts";
import { settleSplit } from "#workers/meeting/split/split-meeting.ts";
import { mergeTranscript } from "#workers/meeting/steps/merge-transcript.ts";
import { readAhead } from "#workers/meeting/steps/read-ahead.ts";
import { finishCues, readCaptions } from "#workers/meeting/steps/read-text.ts";
import { removeBytes, removeContent, removeSound } from "#workers/meeting/steps/remove-content.ts";
import type { Step, StepOf } from "#workers/meeting/steps/step.ts";
import { summarise } from "#workers/meeting/steps/summarise.ts";
import { transcribeWindow } from "#workers/meeting/steps/transcribe-window.ts";
import type { OutboxRow } from "#workers/meeting/store/domain-events.ts";
import {
  applyEvent,
  type Changed,
  emptyContent,
  enqueue,
  type MeetingRow,
  readMeeting,
} from "#workers/meeting/store/store.ts";
import type { VoicesUnderWay } from "#workers/meeting/steps/find-voices.ts";
import type { StoredTexts } from "#workers/meeting/store/stored-texts.ts";
import { readGivenTranscript } from "#workers/meeting/store/text-sources.ts";
import { forgetEarlierUpload, readEarlierUploads, storedScan } from "#workers/meeting/store/uploads.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** Maps an effect, which is data, to the step that performs it. */

export type Performer = {
  deps: MeetingDeps;
  storage: DurableObjectStorage;
  texts: StoredTexts;
  voices: VoicesUnderWay;
  /** Called after a step stored something that subscribers are told of. */
  changed: () => void;
};

export async function performEffect(
  { deps, storage, texts, voices, changed }: Performer,
  row: OutboxRow,
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = storage;
  const meeting = readMeeting(sql);
  invariant(meeting !== null, "work for a meeting that never was");
  const { effect } = row;
  if (meeting.alive === null) {
    if (effect.type === "remove-content") {
      await removeContent(deps, meeting, effect);
      for (const [round, ms] of LATE_CONTENT_MS) {
        enqueue(sql, { type: "remove-late-content", round }, deps.now() + ms, meeting.sequence);
      }
    } else if (effect.type === "remove-late-content") {
      emptyContent(sql);
      await removeBytes(deps, meeting);
    }
    removeRow(sql, row);
    return;
  }
  const apply = (
    event: MeetingEvent,
    also: { changed?: Changed; write?: (sql: SqlStorage) => void },
    done?: string,
  ) => {
    if (applyEvent(storage, event, { now: deps.now(), done, ...also })) changed();
  };
  const rest = deps.rests();
  const wantedRest = async () => {
    await rest();
    if (!isStillWanted(readAlive(sql)?.alive.state ?? null, effect)) throw new DOMException("not wanted", "AbortError");
  };
  const base = {
    attempt,
    signal,
    deps,
    sql,
    texts,
    voices,
    journal: (key: string) => storedScan(storage, key),
    meeting: { ...meeting, ...meeting.alive },
    inTurns: <Value>(work: Turns<Value>) => runInTurns(work, wantedRest, signal),
    say: (event: MeetingEvent, also = {}) => apply(event, also),
    finish: (event: MeetingEvent, also = {}) => apply(event, also, row.key),
  } satisfies Omit<Step, "effect">;
  try {
    await stepOf(effect).perform({ ...base, effect }, { storage, row, meeting, changed });
  } catch (error) {
    // The bytes are not those that were accepted: no attempt will bring them back.
    if (!(error instanceof SourceChangedError) || !("run" in effect)) throw error;
    apply({ type: "recording-lost", run: effect.run, reason: error.what }, {}, row.key);
  }
}

/** Time limit of a step, in ms: together with ALARM_CLAIM_MS_MAX under five minutes. */
export function limitMsOf(effect: MeetingEffect): number {
  return stepOf(effect).limitMs ?? STEP_MS_MAX;
}

type EffectType = MeetingEffect["type"];
type Outer = Pick<Performer, "storage" | "changed"> & { row: OutboxRow; meeting: MeetingRow };

type EffectStep<Type extends EffectType> = {
  /** In ms; absent: STEP_MS_MAX. */
  limitMs?: number;
  perform(step: StepOf<Type>, outer: Outer): Promise<void>;
};

/** Work that ends with its row, without an event of the machine. */
function thenRemoveRow<Type extends EffectType>(
  work: (step: StepOf<Type>, outer: Outer) => Promise<void> | void,
): EffectStep<Type> {
  return {
    async perform(step, outer) {
      await work(step, outer);
      removeRow(step.sql, outer.row);
    },
  };
}

/** The Worker's side of the table in app/domain/meeting/effects.ts. */
const STEPS: { [Type in EffectType]: EffectStep<Type> } = {
  "join-call": { perform: joinCall },
  "leave-call": thenRemoveRow(({ deps, effect, meeting }) => deps.calls.leave(effect.callId, meeting.meetId)),
  "scan-recording": { perform: scanRecording, limitMs: SCAN_STEP_MS_MAX },
  "transcribe-window": { perform: transcribeWindow, limitMs: WINDOW_STEP_MS_MAX },
  "read-captions": { perform: readCaptions, limitMs: TRANSCRIPT_STEP_MS_MAX },
  "read-transcript": { perform: readTranscript, limitMs: TRANSCRIPT_STEP_MS_MAX },
  "read-ahead": { ...thenRemoveRow(readAhead), limitMs: SUMMARY_STEP_MS_MAX },
  "merge-windows": { perform: mergeTranscript, limitMs: TRANSCRIPT_STEP_MS_MAX },
  summarise: { perform: summarise, limitMs: SUMMARY_STEP_MS_MAX },
  "await-video": {
    async perform({ deps }, { storage, row, meeting, changed }) {
      await awaitVideo({ deps, storage }, meeting, row);
      changed();
    },
  },
  "compare-sound": { perform: compareSound, limitMs: SCAN_STEP_MS_MAX },
  "remove-sound": thenRemoveRow(({ deps, sql, effect }, { meeting }) => removeSound(deps, sql, meeting, effect)),
  "remove-earlier-uploads": thenRemoveRow(({ deps, sql }) => removeEarlierUploads(deps, sql)),
  "count-usage": thenRemoveRow(({ deps, meeting }) => deps.lists.countUsage(meeting)),
  "release-usage": thenRemoveRow(({ deps, meeting }) => deps.lists.releaseUsage(meeting, "failed")),
  "settle-merge": {
    async perform({ deps }, { storage, row, changed }) {
      await settleMerge({ deps, storage });
      // A merge that goes on has another row under the same key.
      removeRow(storage.sql, row);
      changed();
    },
  },
  "settle-split": {
    async perform({ deps }, { storage, row, changed }) {
      await settleSplit({ deps, storage });
      removeRow(storage.sql, row);
      changed();
    },
  },
  "write-pdf": thenRemoveRow(async ({ deps }, { storage, changed }) => {
    await writeMinutesPdf({ deps, storage });
    changed();
  }),
  "delete-by-rule": {
    async perform({ deps }, { storage, row, changed }) {
      await deleteByRule({ deps, storage }, row);
      changed();
    },
  },
  "warn-of-deletion": {
    async perform({ deps }, { storage, row, changed }) {
      warnOfDeletion({ deps, storage }, row);
      changed();
    },
  },
  "remove-late-parts": thenRemoveRow(({ deps }, { storage }) => removeLateParts({ deps, storage })),
  // Both are performed above, after the meeting was deleted.
  "remove-content": thenRemoveRow(() => {}),
  "remove-late-content": thenRemoveRow(() => {}),
};

function stepOf<Effect extends MeetingEffect>(effect: Effect): EffectStep<Effect["type"]> {
  // Each key of the table has the step of its own type, which the compiler cannot follow through an index.
  return STEPS[effect.type] as unknown as EffectStep<Effect["type"]>;
}

/**
 * A submit that was made again has a key of its own each time, and the bytes of an earlier one may have landed with only
 * their answer lost. Only keys that this meeting itself gave out go, and only once another has been accepted.
 */
async function removeEarlierUploads({ store }: Pick<MeetingDeps, "store">, sql: SqlStorage): Promise<void> {
  for (const key of readEarlierUploads(sql)) {
    await store.remove(key);
    forgetEarlierUpload(sql, key);
  }
}

/** The transcript that was given beside the recording: no speech engine is asked, and whom it names is kept. */
async function readTranscript(step: StepOf<"read-transcript">): Promise<void> {
  const bytes = readGivenTranscript(step.sql);
  invariant(bytes !== null, "a given transcript is kept until it has become text");
  // Accepted bytes were read to their end once already, so there is nothing to refuse any more.
  const cues = await step.inTurns(parseInTurns(bytes, { untimed: true }));
  invariant(cues.ok && (await finishCues(step, cues.value)), "an accepted transcript holds words");
}

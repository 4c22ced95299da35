import { assertNever } from "#app/domain/invariant.ts";
import type { ManualChange } from "#app/domain/meeting/domain-events.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import { applyEdit, type FieldEdit, supportOf } from "#app/domain/summary/edits/apply-edit.ts";
import { keepManualEdits } from "#app/domain/summary/edits/keep-manual-edits.ts";
import type { EditableField } from "#app/domain/summary/edits/line.ts";
import { mergeEdits } from "#app/domain/summary/edits/merge-edits.ts";
import { withOwnerLabels } from "#app/domain/summary/speakers-of-minutes.ts";
import type { Corrected, Correction, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { replaceWords, undoWords } from "#workers/meeting/edits/own-words.ts";
import {
  assignSegments,
  correctSegment,
  labelOf,
  lastCorrection,
  nameSpeaker,
  readOneSegment,
  readSpeakers,
  restoreSegments,
  speakerNames,
} from "#workers/meeting/store/corrections.ts";
import { transcribeIn } from "#workers/meeting/edits/transcribe-in.ts";
import { applyEvent, type Changed, readMeeting, recordChange } from "#workers/meeting/store/store.ts";
import { STORED_DETAILS } from "#workers/meeting/store/stored-texts.ts";
import { hasSegments, readSegments } from "#workers/meeting/store/transcript.ts";
import {
  addVersion,
  engineFields,
  engineSummary,
  fieldsOf,
  readVersion,
  storedFields,
  tickTask,
  type VersionRow,
} from "#workers/meeting/store/versions.ts";
import { saveDeclined } from "#workers/meeting/store/word-choices.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * A person's corrections, each as one transaction with its line in the log and the answer to its save: a second try of the
 * same save gets the same answer and changes nothing. Ticks of tasks have no save id.
 */
/** `by`: the id of the person who corrects. */
type Corrects = {
  storage: DurableObjectStorage;
  deps: Pick<MeetingDeps, "now" | "language" | "extractive">;
  by: string;
};
type Answer = Outcome<Corrected, CorrectionRefusal>;

export function correctMeeting(
  { storage, deps, by }: Corrects,
  correction: Exclude<Correction, { type: "count-speakers" | "split-speaker" }>,
): Answer {
  const { sql } = storage;
  const row = readAlive(sql);
  if (!row) return refused("not-found");
  if (correction.type === "tick-task") return tick({ storage, deps, by }, correction);
  const before = answerBefore(sql, correction.saveId);
  if (before) return ok(sent(before));
  switch (correction.type) {
    case "save-summary":
      return saveSummary({ storage, deps, by }, correction);
    case "bring-back":
      return bringBack({ storage, deps, by }, correction);
    case "correct-segment":
      return correctWords({ storage, deps, by }, correction);
    case "name-speakers":
      return nameSpeakers({ storage, deps, by }, correction);
    case "assign-segments":
      return assignTo({ storage, deps, by }, correction);
    case "undo-split":
      return undoSplit({ storage, deps, by }, correction);
    case "replace-words":
      return changeWords(
        { storage, deps, by },
        correction.saveId,
        replaceWords(sql, { ...correction, by, at: deps.now() }),
      );
    case "undo-words":
      return changeWords(
        { storage, deps, by },
        correction.saveId,
        undoWords(sql, { ...correction, by, at: deps.now() }),
      );
    case "decline-word":
      return declineWord({ storage, deps, by }, correction);
    case "write-again":
      return writeAgain({ storage, deps, by }, correction);
    case "write-by-model":
      return writeByModel({ storage, deps, by }, correction);
    case "transcribe-in":
      return transcribeIn({ storage, deps, by }, correction, (sql) => rememberAnswer(sql, correction.saveId, NOTHING));
    default:
      return assertNever(correction);
  }
}

type Of<Type extends Correction["type"]> = Extract<Correction, { type: Type }>;
const NOTHING: Corrected = { version: null, both: [] };

function answerBefore(sql: SqlStorage, saveId: string): Corrected | null {
  const [row] = sql.exec<{ answer: string }>("SELECT answer FROM edit_saves WHERE save_id = ?", saveId).toArray();
  return row ? (JSON.parse(row.answer) as Corrected) : null;
}

function save(
  { storage, deps }: Pick<Corrects, "storage" | "deps">,
  saveId: string | null,
  edit: { event: ManualChange; changed: Changed; write: (sql: SqlStorage) => Corrected | void },
): Answer {
  let answer = NOTHING;
  recordChange(storage, {
    event: edit.event,
    now: deps.now(),
    changed: edit.changed,
    write(sql) {
      answer = edit.write(sql) ?? NOTHING;
      if (saveId !== null) rememberAnswer(sql, saveId, answer);
    },
  });
  return ok(sent(answer));
}

/** The answer without what is stored beside it for an undo. */
function sent({ version, both }: Corrected): Corrected {
  return { version, both };
}

function rememberAnswer(sql: SqlStorage, saveId: string, answer: Corrected): void {
  sql.exec("INSERT OR IGNORE INTO edit_saves (save_id, answer) VALUES (?, ?)", saveId, JSON.stringify(answer));
}

/** A task that went while the page showed it is not ticked: its page or list is told. */
function tick({ storage, deps, by }: Corrects, { taskId, done }: Of<"tick-task">): Answer {
  const version = readVersion(storage.sql);
  const tasks = version ? storedFields(storage.sql, version).filter(({ type }) => type === "tasks") : [];
  if (!tasks.some(({ lines }) => lines.some(({ id }) => id === taskId))) return refused("not-found");
  return save({ storage, deps }, null, {
    event: "task-ticked",
    changed: { summary: true },
    write: (sql) => tickTask(sql, { lineId: taskId, done, by, at: deps.now() }),
  });
}

function saveSummary({ storage, deps, by }: Corrects, asked: Of<"save-summary">): Answer {
  const { sql } = storage;
  const [current, base] = [readVersion(sql), readVersion(sql, asked.madeOn)];
  const row = readAlive(sql);
  if (!current || !base || !row) return refused("not-ready");
  // A page that has not seen the newest version is told, and the person saves again if they still want to.
  if (asked.seen !== current.version) return refused("edited-meanwhile");
  const readUpTo = lastCorrection(sql);
  const baseFields = storedFields(sql, base);
  const edit = withLabels(asked.fields, { shown: fieldsOf(sql, base), stored: baseFields });
  const applied = applyEdit(baseFields, edit, {
    readUpTo,
    supports: supportOf({
      segments: readSegments(sql),
      spoken: engineSummary(sql, base).spoken ?? row.alive.details.language,
      written: engineSummary(sql, base).language,
    }),
  });
  const mine = withOwnerLabels(applied, baseFields, speakerNames(sql));
  const { fields, both } = merged(sql, { base, current, baseFields, mine });
  const title = asked.title && asked.title.after !== asked.title.before ? asked.title.after : row.alive.details.title;
  return save({ storage, deps }, asked.saveId, {
    event: "summary-edited",
    changed: { summary: true },
    write(sql) {
      if (title !== row.alive.details.title) {
        sql.exec("UPDATE meeting SET details = ?", STORED_DETAILS.write({ ...row.alive.details, title }));
      }
      const version = addVersion(sql, {
        ...current,
        kind: "edited",
        madeAt: deps.now(),
        madeBy: by,
        title,
        fields,
        fromVersion: asked.madeOn,
      });
      return { version, both };
    },
  });
}

/** An owner whom the person left as the page showed them stays a label, which gets the speaker's later names too. */
function withLabels(
  edit: readonly FieldEdit[],
  { shown, stored }: { shown: readonly EditableField[]; stored: readonly EditableField[] },
): FieldEdit[] {
  const ownersIn = (fields: readonly EditableField[], key: string) =>
    new Map(fields.find((field) => field.key === key)?.lines.map(({ id, assigned }) => [id, assigned]));
  return edit.map(({ key, lines }) => {
    const [names, labels] = [ownersIn(shown, key), ownersIn(stored, key)];
    const isLeft = ({ id, assigned }: FieldEdit["lines"][number]) => names.has(id) && names.get(id) === assigned;
    return {
      key,
      lines: lines.map((line) => (isLeft(line) ? { ...line, assigned: labels.get(line.id) ?? null } : line)),
    };
  });
}

/** Merges both people's lines when the engine's summary is the same; adds mine to a summary that it has written meanwhile. */
function merged(
  sql: SqlStorage,
  at: {
    base: VersionRow;
    current: VersionRow;
    baseFields: ReturnType<typeof fieldsOf>;
    mine: ReturnType<typeof fieldsOf>;
  },
): { fields: ReturnType<typeof fieldsOf>; both: string[] } {
  const { base, current, baseFields, mine } = at;
  if (base.version === current.version) return { fields: mine, both: [] };
  const theirs = storedFields(sql, current);
  if (base.summary === current.summary) return mergeEdits({ base: baseFields, mine, theirs });
  return { fields: keepManualEdits({ before: baseFields, edited: mine, written: theirs }).fields, both: [] };
}

function bringBack({ storage, deps, by }: Corrects, asked: Of<"bring-back">): Answer {
  const version = readVersion(storage.sql, asked.version);
  if (!version) return refused("not-found");
  return save({ storage, deps }, asked.saveId, {
    event: "version-brought-back",
    changed: { summary: true },
    write: (sql) => ({
      version: addVersion(sql, {
        ...version,
        kind: "brought-back",
        madeAt: deps.now(),
        madeBy: by,
        fromVersion: asked.version,
      }),
      both: [],
    }),
  });
}

function correctWords({ storage, deps, by }: Corrects, asked: Of<"correct-segment">): Answer {
  const segment = readOneSegment(storage.sql, asked.segmentId);
  if (!segment) return refused("not-found");
  const now = segment.corrected ?? segment.original;
  if (now !== asked.before) return refused("edited-meanwhile");
  const text = asked.text === segment.original ? null : asked.text;
  if (text === segment.corrected) return ok(NOTHING);
  const { startMs } = segment;
  return save({ storage, deps }, asked.saveId, {
    event: "segment-corrected",
    // Lines that rest on the segment are marked, so the summary changes too.
    changed: { segments: { startMs, endMs: startMs + 1 }, summary: true },
    write: (sql) => correctSegment(sql, { id: asked.segmentId, text, by, at: deps.now() }),
  });
}

/** Null: the words are not in the transcript any more, as where another person was faster. */
function changeWords(corrects: Corrects, saveId: string, edit: ReturnType<typeof replaceWords>): Answer {
  return edit ? save(corrects, saveId, { event: "segment-corrected", ...edit }) : refused("edited-meanwhile");
}

/** Changes nothing that a page shows: no event. */
function declineWord({ storage, deps, by }: Corrects, { saveId, word, heard }: Of<"decline-word">): Answer {
  storage.transactionSync(() => {
    saveDeclined(storage.sql, { word, heard, by, at: deps.now() });
    rememberAnswer(storage.sql, saveId, NOTHING);
  });
  return ok(NOTHING);
}

function nameSpeakers({ storage, deps, by }: Corrects, asked: Of<"name-speakers">): Answer {
  const known = new Map(readSpeakers(storage.sql).map(({ label, name }) => [label, name]));
  if (asked.names.some(({ label }) => !known.has(label))) return refused("not-found");
  if (asked.names.some(({ label, before }) => known.get(label) !== before)) return refused("edited-meanwhile");
  const named = new Set(asked.names.map(({ label }) => label));
  return save({ storage, deps }, asked.saveId, {
    event: "speakers-named",
    changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }, summary: true },
    write(sql) {
      for (const { label, name } of asked.names) {
        nameSpeaker(sql, { label, name, by });
        // One whose name is this label is the same person, who has a name now.
        for (const [other, otherName] of known)
          if (otherName === label && !named.has(other)) nameSpeaker(sql, { label: other, name: name ?? label, by });
      }
    },
  });
}

function assignTo({ storage, deps, by }: Corrects, asked: Of<"assign-segments">): Answer {
  const { sql } = storage;
  const ids = [...new Set(asked.segmentIds)];
  const starts = ids.map((id) => readOneSegment(sql, id)?.startMs);
  const known = starts.filter((startMs) => startMs !== undefined);
  if (known.length < ids.length) return refused("not-found");
  const label = asked.speaker === null ? null : labelOf(sql, asked.speaker);
  return save({ storage, deps }, asked.saveId, {
    event: "segments-assigned",
    changed: { segments: { startMs: Math.min(...known), endMs: Math.max(...known) + 1 }, summary: true },
    write(sql) {
      assignSegments(sql, { ids, label, by, at: deps.now() });
      return { ...NOTHING, given: { ids, label } } satisfies Given;
    },
  });
}

/** The stored answer to a save that gave lines to a speaker. */
type Given = Corrected & { given: { ids: string[]; label: string | null } };

/** Lines that somebody has given to another speaker since stay there. */
function undoSplit({ storage, deps, by }: Corrects, asked: Of<"undo-split">): Answer {
  const { given } = (answerBefore(storage.sql, asked.of) ?? {}) as Partial<Given>;
  if (!given) return refused("not-found");
  return save({ storage, deps }, asked.saveId, {
    event: "segments-assigned",
    changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }, summary: true },
    write: (sql) => restoreSegments(sql, { ...given, by, at: deps.now() }),
  });
}

function writeAgain({ storage, deps }: Corrects, asked: Of<"write-again">): Answer {
  const { sql } = storage;
  const [row, version] = [readMeeting(sql), readVersion(sql)];
  if (!row?.alive || !version || row.alive.state.status !== "SUMMARIZED") return refused("not-ready");
  if (!hasSegments(sql)) return refused("transcript-gone");
  const { ask } = asked;
  if (ask.language !== row.alive.details.language && deps.language === deps.extractive) {
    return refused("language-needs-model");
  }
  const shown = engineSummary(sql, version);
  const what =
    ask.template.id !== shown.template.id ? "template" : ask.language !== shown.language ? "language" : "same";
  applyEvent(
    storage,
    { type: "rewrite-asked", ask: { ...ask, what } },
    { now: deps.now(), write: (sql) => rememberAnswer(sql, asked.saveId, NOTHING) },
  );
  return ok(NOTHING);
}

function writeByModel(corrects: Corrects, { saveId }: Of<"write-by-model">): Answer {
  const { sql } = corrects.storage;
  const [row, version] = [readMeeting(sql), readVersion(sql)];
  const shown = version && engineSummary(sql, version);
  // A person may have had them written meanwhile.
  if (!row?.alive || shown?.engine.port !== "extractive") return refused("not-ready");
  const ask = { template: shown.template, language: row.alive.details.language, hand: "keep" } as const;
  return writeAgain(corrects, { type: "write-again", saveId, ask });
}

/** Adds a person's edits of the earlier minutes to a newly written summary. Inside a transaction. */
export function keepHand(sql: SqlStorage, before: VersionRow): void {
  const written = readVersion(sql);
  const isTouched = before.fields !== null || sql.exec("SELECT 1 FROM task_ticks LIMIT 1").toArray().length > 0;
  if (!written || !isTouched) return;
  const { fields, matched } = keepManualEdits({
    before: engineFields(sql, before),
    edited: storedFields(sql, before),
    written: engineFields(sql, written),
  });
  addVersion(sql, {
    ...written,
    kind: "kept",
    fields,
    engineIds: Object.fromEntries(matched.map(({ key, lines }) => [key, lines.map(({ id }) => id)])),
    fromVersion: before.version,
  });
}

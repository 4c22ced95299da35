import { refused, ok } from "#app/domain/outcome.ts";
import { applyEdit, type FieldEdit, supportOf } from "#app/domain/summary/edits/apply-edit.ts";
import { keepManualEdits } from "#app/domain/summary/edits/keep-manual-edits.ts";
import type { EditableField } from "#app/domain/summary/edits/line.ts";
import { mergeEdits } from "#app/domain/summary/edits/merge-edits.ts";
import { withOwnerLabels } from "#app/domain/summary/speakers-of-minutes.ts";
import { type Answer, type Corrects, NOTHING, type Of, rememberAnswer, save } from "#workers/meeting/edits/save.ts";
import { lastCorrection, speakerNames } from "#workers/meeting/store/corrections.ts";
import { applyEvent, readMeeting } from "#workers/meeting/store/store.ts";
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
import { readAlive } from "#workers/meeting/view.ts";

/** Corrections of the minutes: their lines, earlier versions, ticks, and having them written again. */

/** A task that went while the page showed it is not ticked: its page or list is told. */
export function tick({ storage, deps, by }: Corrects, { taskId, done }: Of<"tick-task">): Answer {
  const version = readVersion(storage.sql);
  const tasks = version ? storedFields(storage.sql, version).filter(({ type }) => type === "tasks") : [];
  if (!tasks.some(({ lines }) => lines.some(({ id }) => id === taskId))) return refused("not-found");
  return save({ storage, deps }, null, {
    event: "task-ticked",
    changed: { summary: true },
    write: (sql) => tickTask(sql, { lineId: taskId, done, by, at: deps.now() }),
  });
}

export function saveSummary({ storage, deps, by }: Corrects, asked: Of<"save-summary">): Answer {
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

export function bringBack({ storage, deps, by }: Corrects, asked: Of<"bring-back">): Answer {
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

export function writeAgain({ storage, deps }: Corrects, asked: Of<"write-again">): Answer {
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

export function writeByModel(corrects: Corrects, { saveId }: Of<"write-by-model">): Answer {
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

import { ok, refused } from "#app/domain/outcome.ts";
import type { Corrected } from "#app/server/ports/meeting-edits.ts";
import type { replaceWords } from "#workers/meeting/edits/own-words.ts";
import {
  type Answer,
  answerBefore,
  type Corrects,
  NOTHING,
  type Of,
  rememberAnswer,
  save,
} from "#workers/meeting/edits/save.ts";
import {
  assignSegments,
  correctSegment,
  labelOf,
  nameSpeaker,
  readOneSegment,
  readSpeakers,
  restoreSegments,
} from "#workers/meeting/store/corrections.ts";
import { saveDeclined } from "#workers/meeting/store/word-choices.ts";

/** Corrections of the transcript: its words, and who said them. */

export function correctWords({ storage, deps, by }: Corrects, asked: Of<"correct-segment">): Answer {
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
export function changeWords(corrects: Corrects, saveId: string, edit: ReturnType<typeof replaceWords>): Answer {
  return edit ? save(corrects, saveId, { event: "segment-corrected", ...edit }) : refused("edited-meanwhile");
}

/** Changes nothing that a page shows: no event. */
export function declineWord({ storage, deps, by }: Corrects, { saveId, word, heard }: Of<"decline-word">): Answer {
  storage.transactionSync(() => {
    saveDeclined(storage.sql, { word, heard, by, at: deps.now() });
    rememberAnswer(storage.sql, saveId, NOTHING);
  });
  return ok(NOTHING);
}

export function nameSpeakers({ storage, deps, by }: Corrects, asked: Of<"name-speakers">): Answer {
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

export function assignTo({ storage, deps, by }: Corrects, asked: Of<"assign-segments">): Answer {
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
export function undoSplit({ storage, deps, by }: Corrects, asked: Of<"undo-split">): Answer {
  const { given } = (answerBefore(storage.sql, asked.of) ?? {}) as Partial<Given>;
  if (!given) return refused("not-found");
  return save({ storage, deps }, asked.saveId, {
    event: "segments-assigned",
    changed: { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }, summary: true },
    write: (sql) => restoreSegments(sql, { ...given, by, at: deps.now() }),
  });
}

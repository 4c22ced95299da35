import { assertNever } from "#app/domain/invariant.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { Correction } from "#app/server/ports/meeting-edits.ts";
import { bringBack, saveSummary, tick, writeAgain, writeByModel } from "#workers/meeting/edits/correct-minutes.ts";
import {
  assignTo,
  changeWords,
  correctWords,
  declineWord,
  nameSpeakers,
  undoSplit,
} from "#workers/meeting/edits/correct-transcript.ts";
import { replaceWords, undoWords } from "#workers/meeting/edits/own-words.ts";
import {
  type Answer,
  answerBefore,
  type Corrects,
  NOTHING,
  rememberAnswer,
  sent,
} from "#workers/meeting/edits/save.ts";
import { transcribeIn } from "#workers/meeting/edits/transcribe-in.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** A person's correction; those of voices are made by count-speakers.ts and split-speaker.ts. */
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

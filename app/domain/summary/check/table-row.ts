import { hasRules } from "#app/domain/summary/check/check-facts-only.ts";
import { type Checker, checkText } from "#app/domain/summary/check/check-text.ts";
import { type Fact, factsOf, isHeard } from "#app/domain/summary/check/find-facts.ts";
import type { Places } from "#app/domain/summary/check/find-places.ts";
import { daysIn } from "#app/domain/summary/words/calendar.ts";
import { ownerWords } from "#app/domain/summary/commitment.ts";
import { nameWordsOf } from "#app/domain/summary/names.ts";
import { smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { widened } from "#app/domain/summary/check/talk-index.ts";
import { isDeadlineHeard, isOwnerHeard } from "#app/domain/summary/check/task-facts.ts";
import type { TableColumn } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

type Row = { cells: string[]; segmentIds: SegmentId[] };

const AROUND = 3;

/**
 * Checks a row of a table. Its words find the place; a number, a day or a person that nobody said there becomes empty, and a choice is
 * one of the template's or empty. Words are checked together, because a row claims that its cells belong together.
 */
export function checkNamedRow(
  checker: Checker,
  row: Row,
  columns: readonly TableColumn[],
): Row & { isConfirmed: boolean } {
  const kindOf = (index: number) => columns[index]?.kind ?? "text";
  const words = row.cells.filter((cell, index) => cell !== "" && kindOf(index) === "text");
  // A table without words is found by its values.
  const text = (words.length > 0 ? words : row.cells.filter((cell) => cell !== "")).join(". ");
  const checked = checkText(checker, text, row.segmentIds);
  const cells = row.cells.map((cell, index) => {
    const column = columns[index];
    if (column === undefined || cell === "") return cell;
    return isValueSaid(checker, cell, column, checked.places) ? spelled(cell, column) : "";
  });
  return { cells, segmentIds: checked.segmentIds, isConfirmed: checked.isConfirmed };
}

function isValueSaid(checker: Checker, cell: string, { kind, choices = [] }: TableColumn, places: Places): boolean {
  if (kind !== "choice" && !hasRules(checker.talk)) return true;
  switch (kind) {
    case "text":
      return true;
    case "choice":
      return choices.some((choice) => isSame(choice, cell));
    case "person":
      return isName(checker, cell) && isOwnerHeard(checker, cell, places);
    case "date":
      return isTime(checker, cell) && isDeadlineHeard(checker, cell, places);
    case "number": {
      const numbers = factsOf(cell, checker.talk).filter((fact) => fact.kind === "number" || fact.kind === "time");
      return numbers.length > 0 && numbers.every((fact) => isNear(checker, fact, places));
    }
  }
}

/** A person is somebody who spoke, or whom the talk names. */
function isName({ talk }: Checker, cell: string): boolean {
  const names = nameWordsOf(talk);
  return ownerWords(cell).every((word) => names.has(word));
}

/** A day or a time names one, or has a number. */
function isTime({ talk }: Checker, cell: string): boolean {
  return daysIn(cell).size > 0 || /\d/u.test(cell) || smallNumbersClaimed(cell, talk.written).length > 0;
}

function isNear({ talk, factsAt }: Checker, fact: Fact, { ranges }: Places): boolean {
  return ranges.some((range) => isHeard(fact, factsAt(widened(talk, range, AROUND)), talk));
}

/** A choice is spelled as in the template. */
function spelled(cell: string, { kind, choices = [] }: TableColumn): string {
  return kind === "choice" ? (choices.find((choice) => isSame(choice, cell)) ?? "") : cell;
}

function isSame(a: string, b: string): boolean {
  return foldedWords(a).join(" ") === foldedWords(b).join(" ");
}

import {
  SUMMARY_ITEM_CHARS_MAX,
  SUMMARY_ITEM_SEGMENTS_MAX,
  SUMMARY_ITEMS_MAX,
  SUMMARY_LABEL_CHARS_MAX,
  SUMMARY_TABLE_COLUMNS_MAX,
} from "#app/domain/limits/minutes.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { isAssignedSaid, isDeadlineSaid, mayDeadlineBeSaid, ownerWords } from "#app/domain/summary/commitment.ts";
import { type Evidence, isTranslated, knownIds, type Said, saidInTexts } from "#app/domain/summary/evidence.ts";
import { carriersOf } from "#app/domain/summary/grounding/carried.ts";
import { isInstruction } from "#app/domain/summary/grounding/instructions.ts";
import { labelWords, type Spoken, spokenAt } from "#app/domain/summary/grounding/passages.ts";
import { citedPassages, isOwnerSaid } from "#app/domain/summary/grounding/task-claims.ts";
import { meansTheSame, wordsOf } from "#app/domain/summary/grounding/tokens.ts";
import { nameWordsOf } from "#app/domain/summary/names.ts";
import { isSentenceSaid } from "#app/domain/summary/said-sentence.ts";
import type { TableBody, TableRow } from "#app/domain/summary/summary.ts";
import { timeWordOf } from "#app/domain/summary/words/calendar.ts";
import { denialsIn } from "#app/domain/summary/words/negation.ts";
import { allNumbersClaimed, numbersSaid, smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { reportingStems } from "#app/domain/summary/words/reporting.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import type { TableColumn } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Cost of a cell: it is compared with the segments that its row cites. */
const CELL_UNITS = 4096;
/** A row is about one place: segments this many places from the first cell that was said still belong to it. */
const PLACE_REACH = 3;
/** The order in which cells are checked: words find the place, and the others must have been said there. */
const CHECKED: readonly TableColumn["kind"][] = ["text", "number", "date", "person", "choice"];

/** The place of a row: the cited segments that are left, and the words that found it. */
type Place = { ids: SegmentId[]; isFound: boolean; anchor: string | null };

/**
 * Returns the part of a table that was said, by the kinds of the template's columns. A cell without support becomes empty; a row goes when
 * none of its cells but choices is left, or when it repeats another.
 */
export function* groundNamedTable(
  evidence: Evidence,
  table: TableBody,
  columns: readonly TableColumn[],
): Turns<TableBody> {
  const kept = columns.slice(0, SUMMARY_TABLE_COLUMNS_MAX);
  const rows: TableRow[] = [];
  const seen = new Set<string>();
  for (const row of table.rows) {
    if (rows.length === SUMMARY_ITEMS_MAX) break;
    yield CELL_UNITS * kept.length;
    const grounded = groundRow(evidence, row, kept);
    const key = grounded?.cells.map((cell) => foldedWords(cell).join(" ")).join("|") ?? "";
    if (grounded === null || seen.has(key)) continue;
    seen.add(key);
    rows.push(grounded);
  }
  return { columns: kept.map(({ name }) => cleanText(name, SUMMARY_LABEL_CHARS_MAX)), rows };
}

function groundRow(evidence: Evidence, row: TableRow, columns: readonly TableColumn[]): TableRow | null {
  const segmentIds = knownIds(evidence, row.segmentIds).slice(0, SUMMARY_ITEM_SEGMENTS_MAX);
  if (segmentIds.length === 0) return null;
  const place: Place = { ids: segmentIds, isFound: false, anchor: null };
  const cells = columns.map(() => "");
  for (const kind of CHECKED) {
    for (const [index, column] of columns.entries()) {
      const cell = cleanText(row.cells[index] ?? "", SUMMARY_ITEM_CHARS_MAX);
      if (column.kind !== kind || cell === "" || isInstruction(cell)) continue;
      cells[index] = groundCell(evidence, cell, column, place);
    }
  }
  const isSaid = columns.some(({ kind }, index) => kind !== "choice" && cells[index] !== "");
  return isSaid ? { cells, segmentIds: place.ids } : null;
}

/** Returns the cell, or an empty one; the first cell that was said narrows the place. */
function groundCell(evidence: Evidence, cell: string, column: TableColumn, place: Place): string {
  const { kind } = column;
  if (kind === "choice") return choiceSaid(evidence, cell, column.choices ?? [], place.ids);
  const found =
    kind === "text" ? textAt(evidence, cell, place.ids) : valueAt(evidence, place, VALUE_CHECKS[kind], cell);
  if (found === null || (kind === "person" && !belongsToAnchor(evidence, cell, place))) return "";
  if (!place.isFound) {
    place.ids = near(evidence, place.ids, found);
    place.isFound = true;
    place.anchor = kind === "text" ? cell : null;
  }
  return cell;
}

type ValueCheck = (cell: string, said: Said, evidence: Evidence) => boolean;
const VALUE_CHECKS: Record<"number" | "date" | "person", ValueCheck> = {
  number: isNumberSaid,
  date: isDateSaid,
  person: isPersonSaid,
};

function near({ positions }: Evidence, ids: readonly SegmentId[], found: readonly number[]): SegmentId[] {
  return ids.filter((id) => found.some((position) => Math.abs((positions.get(id) ?? 0) - position) <= PLACE_REACH));
}

/** Returns the positions that carry words of a cell, or null. A cell is part of a sentence: it must not lose a denial. */
function textAt(evidence: Evidence, cell: string, ids: readonly SegmentId[]): number[] | null {
  const { language } = evidence;
  if (isTranslated(evidence)) {
    const isSaid = isSentenceSaid(cell, ids, evidence, reportingStems(language));
    return isSaid ? ids.map((id) => evidence.positions.get(id) ?? 0) : null;
  }
  const whole = carriersOf(cell, ids, evidence);
  const carriers = whole ?? carriersOf(cell, ids, evidence, { isTerm: true });
  if (carriers === null) return null;
  const spoken = carriers.flatMap((carrier) => carrier.spoken);
  // Of two neighbouring sentences the second may repeat a word that the first denies.
  if (isDeniedIn(cell, spoken, evidence)) return null;
  return spoken.map(({ position }) => position);
}

/** Tells whether the talk denies what the cell states. */
function isDeniedIn(cell: string, spoken: readonly Spoken[], { language }: Evidence): boolean {
  if (denialsIn(cell, language).length > 0) return false;
  const stems = new Set(contentStems(cell, language));
  return spoken.some(({ text }) =>
    denialsIn(text, language).some((covered) => covered.some((stem) => stems.has(stem))),
  );
}

/** Returns the positions of the cited segments in which a value was said, or of all when it was said over several. */
function valueAt(evidence: Evidence, { ids }: Place, check: ValueCheck, cell: string): number[] | null {
  const isSaid = (said: Said) => check(cell, said, evidence);
  const one = ids.filter((id) => isSaid(saidAt(evidence, [id])));
  const found = one.length > 0 ? one : isSaid(saidAt(evidence, ids)) ? ids : [];
  return found.length === 0 ? null : found.map((id) => evidence.positions.get(id) ?? 0);
}

function saidAt(evidence: Evidence, ids: readonly SegmentId[]): Said {
  const spoken = ids.flatMap((id) => [...spokenAt(evidence.positions.get(id) ?? -1, evidence)]);
  return saidInTexts(
    spoken.map(({ text }) => text),
    spoken.flatMap(({ speaker }) => labelWords(speaker)),
    evidence.language,
  );
}

/** Every number was said, and every other word that is no stop word; a sign of a currency or a percentage is no word. */
function isNumberSaid(cell: string, said: Said, { written, language }: Evidence): boolean {
  const numbers = allNumbersClaimed(cell, written);
  if (numbers.length === 0) return false;
  const heard = new Set([...said.numbers, ...numbersSaid(said.text, language)]);
  if (!numbers.every((number) => heard.has(number))) return false;
  if (written !== language) return true;
  const units = contentStems(cell, language).filter((stem) => !/\d/u.test(stem));
  return units.every((stem) => said.stems.has(stem) || smallNumbersClaimed(stem, language).length > 0);
}

/** The words say when, and they were said. */
function isDateSaid(cell: string, said: Said, evidence: Evidence): boolean {
  const { language, written } = evidence;
  if (!isTime(cell, evidence)) return false;
  return isTranslated(evidence) ? mayDeadlineBeSaid(cell, said, written) : isDeadlineSaid(cell, said, language);
}

function isTime(cell: string, { written }: Evidence): boolean {
  const words = [...cell.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)].map(([word]) => word);
  const isNamed = words.some((word) => timeWordOf(foldedWords(word)[0] ?? "", word) !== null);
  return isNamed || /\d/u.test(cell) || smallNumbersClaimed(cell, written).length > 0;
}

/** Every part of the name was said there and is a name in this talk, or is in the label of somebody who spoke there. */
function isPersonSaid(cell: string, said: Said, evidence: Evidence): boolean {
  const names = nameWordsOf(evidence);
  return isAssignedSaid(cell, said) && ownerWords(cell).every((word) => names.has(word) || said.speakers.has(word));
}

/** If one sentence names several people, the person must be the one who acts in the words of the row. */
function belongsToAnchor(evidence: Evidence, cell: string, { ids, anchor }: Place): boolean {
  if (anchor === null || isTranslated(evidence)) return true;
  const parts = ownerWords(cell);
  const names = nameWordsOf(evidence);
  const carriers = carriersOf(anchor, ids, evidence, { isTerm: true }) ?? [];
  const rivals = carriers
    .flatMap(({ spoken }) => spoken)
    .flatMap(({ words }) => words.claims)
    .filter(({ isCapital, time, word }) => isCapital && time === null && names.has(word) && !parts.includes(word));
  return rivals.length === 0 || isOwnerSaid(cell, anchor, carriers, evidence);
}

/**
 * Returns the choice as the template spells it when its words were said in the place and not denied, else an empty cell. In another
 * language than the talk's its words must have been said as they are.
 */
function choiceSaid(evidence: Evidence, cell: string, choices: readonly string[], ids: readonly SegmentId[]): string {
  const { language } = evidence;
  const folded = foldedWords(cell).join(" ");
  const choice = choices.find((one) => foldedWords(one).join(" ") === folded);
  if (choice === undefined || folded === "") return "";
  const spoken = citedPassages(ids, evidence).flatMap((passage) => passage.spoken);
  const { claims } = wordsOf(choice, language);
  const denies = denialsIn(choice, language).length > 0;
  const isSaid = spoken.some((one) => {
    const words = foldedWords(one.text);
    if (claims.length === 0 || isTranslated(evidence)) {
      return folded.split(" ").every((word) => words.includes(word));
    }
    const sources = claims.map((claim) => one.words.claims.find((said) => meansTheSame(claim, said, language)));
    if (sources.some((source) => source === undefined)) return false;
    const denied = one.words.operators.some(
      ({ operator, reach }) => operator === "not" && sources.some((source) => source && reach.includes(source.at)),
    );
    return denied === denies;
  });
  return isSaid ? choice : "";
}

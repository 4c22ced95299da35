import { invariant } from "#app/domain/invariant.ts";
import type { SearchPlace } from "#app/server/ports/search-index.ts";

/**
 * The numbers of rows of the index, which grow with the meetings' time, so that FTS5 names the newest matches first and a search stops after those that it
 * reads (decision 242). From high to low: 42 bits of `starts_at`, 10 bits of the first two characters of the id (the order of results that begin at
 * the same moment), 6 bits for meetings that have the same of both, and 5 bits for the part of a meeting. The first 58 bits are the meeting's
 * `place`. Numbers of 63 bits are exact in SQL only: they come and go as text.
 */
export const PART_BITS = 5;
/** Parts of five hours of talk. */
export const PARTS_MAX = 1 << PART_BITS;
const SAME_BITS = 6;
const LETTER_BITS = 5;
const START_BITS = 42;
/** The years 1935 to 2074. */
const EARLIEST_AT = -(2 ** 40);
const LATEST_AT = EARLIEST_AT + 2 ** START_BITS - 1;
/** Of ids (app/domain/ids.ts), in their order. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 24;
const ID_LETTERS = 2;

/** Numbers from `first` to `last`, as text. */
export type RowRange = { first: string; last: string };

/** The places that a meeting can have which begins then. */
export function placesFor({ startsAt, meetId }: SearchPlace): RowRange {
  const group = groupOf(startsAt, lettersOf(meetId)) << BigInt(SAME_BITS);
  return { first: String(group), last: String(group + BigInt((1 << SAME_BITS) - 1)) };
}

/** The rows of meetings that begin from `startsFrom` on and before `startsBefore`, and may be older than `after`. */
export function rowsBetween(
  startsFrom: number | null,
  startsBefore: number | null,
  after: SearchPlace | null,
): RowRange {
  const before = startsBefore === null ? LAST_ROW : firstRow(groupOf(startsBefore, 0)) - 1n;
  const until = after === null ? LAST_ROW : firstRow(groupOf(after.startsAt, lettersOf(after.meetId)) + 1n) - 1n;
  return {
    first: String(startsFrom === null ? 0n : firstRow(groupOf(startsFrom, 0))),
    last: String(before < until ? before : until),
  };
}

/** The rows below one that a list ended with, of meetings that only their ids tell from its own in the order of results. */
export function restOfGroup(row: string): RowRange {
  const last = BigInt(row);
  return { first: String(firstRow(last >> GROUP_SHIFT)), last: String(last - 1n) };
}

/** The place behind all meetings of a row's group. It names none of them. */
export function placeBehind(row: string): SearchPlace {
  let group = BigInt(row) >> GROUP_SHIFT;
  let id = "";
  for (let at = 0; at < ID_LETTERS; at += 1) {
    id = LETTERS.charAt(Number(group & LETTER_MASK)) + id;
    group >>= BigInt(LETTER_BITS);
  }
  return { startsAt: Number(group) + EARLIEST_AT, meetId: id.padEnd(ID_LENGTH, LETTERS.charAt(0)) };
}

/** The first of these places that no other meeting has. */
export function freePlace(sql: SqlStorage, { first, last }: RowRange): string {
  const { place } = sql
    .exec<{ place: string | null }>(
      `WITH used AS (SELECT place FROM search_meetings WHERE place BETWEEN CAST(?1 AS INTEGER) AND CAST(?2 AS INTEGER))
       SELECT CAST(min(free) AS TEXT) AS place FROM (
         SELECT CAST(?1 AS INTEGER) AS free UNION ALL SELECT place + 1 FROM used
       ) WHERE free NOT IN (SELECT place FROM used) AND free <= CAST(?2 AS INTEGER)`,
      first,
      last,
    )
    .one();
  invariant(place !== null, "more meetings begin at the same moment than the index has places for");
  return place;
}

const GROUP_SHIFT = BigInt(SAME_BITS + PART_BITS);
const LETTER_MASK = BigInt((1 << LETTER_BITS) - 1);
const LAST_ROW = 2n ** 63n - 1n;
const firstRow = (group: bigint) => group << GROUP_SHIFT;

function groupOf(startsAt: number, letters: number): bigint {
  const at = Math.min(LATEST_AT, Math.max(EARLIEST_AT, startsAt)) - EARLIEST_AT;
  return (BigInt(Math.trunc(at)) << BigInt(ID_LETTERS * LETTER_BITS)) | BigInt(letters);
}

/** The first characters of an id as a number that grows with it. Tests have ids of other characters. */
function lettersOf(id: string): number {
  let letters = 0;
  for (let at = 0; at < ID_LETTERS; at += 1) letters = (letters << LETTER_BITS) | letterOf(id.charAt(at));
  return letters;
}

function letterOf(character: string): number {
  let letter = 0;
  while (letter + 1 < LETTERS.length && LETTERS.charAt(letter + 1) <= character) letter += 1;
  return letter;
}

import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  SEARCH_MOMENTS_MAX,
  SEARCH_PAGE_MEETINGS,
  SEARCH_PREFIX_CHARS_MIN,
  SEARCH_READ_MEETINGS_MAX,
  SEARCH_READ_ROWS_EACH,
  SEARCH_READ_ROWS_MAX,
} from "#app/domain/limits/search.ts";
import {
  isNamed,
  type PassageHit,
  type QueryMatcher,
  queryMatcher,
  saidBy,
  stemsOf,
} from "#app/domain/search/match-passages.ts";
import { apostrophePairs, isBeginning } from "#app/domain/search/search-words.ts";
import type { SearchQuery } from "#app/domain/search/search-query.ts";
import type { FoundMeeting, SearchAsked, SearchFound, SearchPlace } from "#app/server/ports/search-index.ts";
import { factsAsked } from "#workers/workspace/search/facts.ts";
import { PART_BITS, placeBehind, restOfGroup, type RowRange, rowsBetween } from "#workers/workspace/search/places.ts";
import {
  type MeetingRow,
  passagesIn,
  readParts,
  readPassage,
  readPieces,
} from "#workers/workspace/search/write-meeting.ts";

/**
 * Looks the index up: FTS5 names the newest meetings that have every word somewhere, and their passages are read for the moments. A page is short
 * when SEARCH_READ_MEETINGS_MAX meetings or SEARCH_READ_ROWS_MAX rows of their words were read for it; the next one goes on from there.
 */
export function findMeetings(sql: SqlStorage, asked: SearchAsked): Omit<SearchFound, "isComplete"> {
  const { query } = asked;
  const matcher = queryMatcher(query);
  const { rows, next } = candidates(sql, asked);
  const meetings: FoundMeeting[] = [];
  let last: SearchPlace | null = null;
  const rowsMax = asked.among ? SEARCH_READ_ROWS_EACH * asked.among.length : SEARCH_READ_ROWS_MAX;
  let rowsRead = 0;
  for (const row of rows) {
    if (meetings.length === SEARCH_PAGE_MEETINGS || rowsRead >= rowsMax) return { meetings, next: last };
    last = { startsAt: row.starts_at, meetId: row.meet_id };
    const people = JSON.parse(row.people) as string[];
    if (!query.persons.every((asked) => people.some((name) => isNamed(name, asked)))) continue;
    const found = matchMeeting(sql, row, query, matcher);
    rowsRead += found.rowsRead;
    if (found.meeting) meetings.push(found.meeting);
  }
  return { meetings, next };
}

/**
 * A meeting with its moments; null where it does not have what is asked after all, such as a phrase of a speaker. `rowsRead`: of its words.
 */
function matchMeeting(
  sql: SqlStorage,
  row: MeetingRow,
  query: SearchQuery,
  matcher: QueryMatcher,
): { meeting: FoundMeeting | null; rowsRead: number } {
  const language = row.language as MeetingLanguage;
  const asksForText = query.words.length + query.phrases.length > 0;
  const pieces = query.speakers.length === 0 ? [] : readPieces(sql, row.id);
  const named = query.speakers.length === 0 ? null : saidBy(pieces.flatMap(passagesIn), query.speakers);
  const parts = asksForText ? readParts(sql, row.id) : [];
  let hits: readonly PassageHit[] = [];
  if (asksForText) {
    const all = parts.flatMap((part) => matcher.hitsIn(part, language));
    const ofNamed = named === null ? all : all.filter(({ passage }) => named.has(passage));
    const best = ofNamed.reduce((most, { score }) => Math.max(most, score), 0);
    hits = ofNamed.filter(({ score }) => score === best);
  } else if (named !== null) {
    hits = [...named].map((passage) => ({ passage, score: 0, bits: 0 }));
  }
  const shown = hits.slice(0, SEARCH_MOMENTS_MAX);
  const rowsRead = pieces.length + parts.length + shown.length;
  if ((asksForText || named !== null) && hits.length === 0) return { meeting: null, rowsRead };
  const moments = shown.flatMap(({ passage }) => {
    const read = readPassage(sql, row.id, passage);
    return read ? [matcher.momentOf(read, language)] : [];
  });
  const { meet_id, title, starts_at, duration_ms } = row;
  const found = { title, startsAt: starts_at, durationMs: duration_ms, count: hits.length, moments };
  return { meeting: { meetId: meet_id as MeetId, ...found }, rowsRead };
}

/**
 * The meetings that may have what is asked, newest first. `next`: the place to go on from; null where these are all. Rows are read down from the
 * newest one, and all that only their ids put in order.
 */
function candidates(sql: SqlStorage, question: SearchAsked): { rows: MeetingRow[]; next: SearchPlace | null } {
  const { query, among, after, startsFrom, startsBefore } = question;
  const text = matchText(query, factsAsked(query, among));
  const { conditions, values, add } = searchedMeetings(question);
  if (after) add("(starts_at, meet_id) < (?, ?)", after.startsAt, after.meetId);
  const read = ({ first, last }: RowRange, limit: number) =>
    sql
      .exec<MeetingRow & { row: string; is_asked: number }>(
        `SELECT meeting.*, CAST(found.row AS TEXT) AS row, ${conditions.join(" AND ")} AS is_asked
         FROM (${text === null ? ALL_ROWS : MATCHING_ROWS}) AS found
         JOIN search_meetings AS meeting ON meeting.place = found.row >> ${PART_BITS}`,
        ...values,
        ...(text === null ? [] : [text]),
        first,
        last,
        limit,
      )
      .toArray();
  const found = read(rowsBetween(startsFrom, startsBefore, after), SEARCH_READ_MEETINGS_MAX);
  const end = found.length < SEARCH_READ_MEETINGS_MAX ? undefined : found.at(-1)?.row;
  if (end !== undefined) found.push(...read(restOfGroup(end), ANY_NUMBER));
  // A meeting of several parts is found by each.
  const asked = new Map(found.filter(({ is_asked }) => is_asked === 1).map((row) => [row.id, row]));
  return { rows: [...asked.values()].sort(newestFirst), next: end === undefined ? null : placeBehind(end) };
}

/** FTS5 reads these backwards, and ends with the last one that is needed. */
export const MATCHING_ROWS = `SELECT rowid AS row FROM search_index
  WHERE search_index MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid DESC LIMIT ?`;
const ALL_ROWS = `SELECT place << ${PART_BITS} AS row FROM search_meetings
  WHERE place BETWEEN CAST(? AS INTEGER) >> ${PART_BITS} AND CAST(? AS INTEGER) >> ${PART_BITS} ORDER BY place DESC LIMIT ?`;
const ANY_NUMBER = -1;
const newestFirst = (a: MeetingRow, b: MeetingRow) => b.starts_at - a.starts_at || (a.meet_id < b.meet_id ? 1 : -1);

/** The condition on `search_meetings` by which a question reaches no meeting outside its scope. */
export function searchedMeetings({
  among,
  pending,
  userId,
  startsFrom,
  startsBefore,
}: Omit<SearchAsked, "query" | "after">) {
  // A personal workspace has the id of its person: their own meetings are found by their own index.
  const others = pending ? "workspace_id <> ?" : "created_by = ?";
  const conditions = [among ? "meet_id IN (SELECT value FROM json_each(?))" : others];
  const values: SqlStorageValue[] = [among ? JSON.stringify(among) : userId];
  const add = (condition: string, ...more: SqlStorageValue[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (startsFrom !== null) add("starts_at >= ?", startsFrom);
  if (startsBefore !== null) add("starts_at < ?", startsBefore);
  return { conditions, values, add };
}

/**
 * The query in FTS5's language: every word as it is, as the beginning of words and by its stems; phrases by their words in order; names
 * by the beginnings of their words; one of each list of facts. Null where nothing is asked that has words. Only folded words get in, so nothing
 * needs escaping.
 */
export function matchText(
  { words, phrases, speakers, persons }: Pick<SearchQuery, "words" | "phrases" | "speakers" | "persons">,
  facts: readonly string[][] = [],
): string | null {
  // A letter alone begins the names of half the people: those are only read.
  const named = [...speakers, ...persons].flat().filter((word) => word.length >= SEARCH_PREFIX_CHARS_MIN);
  const parts = [
    ...words.map((word) => anyOf(beginning(word), ...stemsOf(word).map(quoted), ...pairsOf(word))),
    ...phrases.map((phrase) => `words : ${quoted(phrase.join(" "))}`),
    ...named.map((word) => `words : ${anyOf(`"${word}" *`, ...pairsOf(word).map((pair) => `${pair} *`))}`),
    ...facts.map((alternatives) => anyOf(...alternatives.map(quoted))),
  ];
  return parts.length === 0 ? null : parts.join(" AND ");
}

const quoted = (text: string) => `"${text}"`;
const anyOf = (...forms: string[]) => `(${forms.join(" OR ")})`;
const pairsOf = (word: string) => apostrophePairs(word).map((pair) => quoted(pair.join(" ")));

function beginning(word: string): string {
  return isBeginning(word) ? `${quoted(word)} *` : quoted(word);
}

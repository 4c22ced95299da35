import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import {
  SEARCH_MOMENTS_MAX,
  SEARCH_PAGE_MEETINGS,
  SEARCH_PREFIX_CHARS_MIN,
  SEARCH_READ_MEETINGS_MAX,
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
import {
  type MeetingRow,
  PARTS_MAX,
  readParts,
  readPassage,
  readPassages,
} from "#workers/workspace/search/write-meeting.ts";

/**
 * Looks the index up: FTS5 names the meetings that have every word somewhere, newest first, and their passages are read for the moments.
 * A page is short when SEARCH_READ_MEETINGS_MAX meetings were read for it; the next one goes on from there.
 */
export function findMeetings(sql: SqlStorage, asked: SearchAsked): Omit<SearchFound, "isComplete"> {
  const { query } = asked;
  const matcher = queryMatcher(query);
  const rows = candidates(sql, asked);
  const meetings: FoundMeeting[] = [];
  let last: SearchPlace | null = null;
  for (const row of rows.slice(0, SEARCH_READ_MEETINGS_MAX)) {
    if (meetings.length === SEARCH_PAGE_MEETINGS) return { meetings, next: last };
    last = { startsAt: row.starts_at, meetId: row.meet_id };
    const people = JSON.parse(row.people) as string[];
    if (!query.persons.every((asked) => people.some((name) => isNamed(name, asked)))) continue;
    const found = matchMeeting(sql, row, query, matcher);
    if (found) meetings.push(found);
  }
  return { meetings, next: rows.length > SEARCH_READ_MEETINGS_MAX ? last : null };
}

/** The moments of a meeting; null where it does not have what is asked after all, such as a phrase of a speaker. */
function matchMeeting(
  sql: SqlStorage,
  row: MeetingRow,
  query: SearchQuery,
  matcher: QueryMatcher,
): FoundMeeting | null {
  const language = row.language as MeetingLanguage;
  const asksForText = query.words.length + query.phrases.length > 0;
  const named = query.speakers.length === 0 ? null : saidBy(readPassages(sql, row.id), query.speakers);
  let hits: readonly PassageHit[] = [];
  if (asksForText) {
    const all = readParts(sql, row.id).flatMap((part) => matcher.hitsIn(part, language));
    const ofNamed = named === null ? all : all.filter(({ passage }) => named.has(passage));
    const best = ofNamed.reduce((most, { score }) => Math.max(most, score), 0);
    hits = ofNamed.filter(({ score }) => score === best);
  } else if (named !== null) {
    hits = [...named].map((passage) => ({ passage, score: 0, bits: 0 }));
  }
  if ((asksForText || named !== null) && hits.length === 0) return null;
  const moments = hits.slice(0, SEARCH_MOMENTS_MAX).flatMap(({ passage }) => {
    const read = readPassage(sql, row.id, passage);
    return read ? [matcher.momentOf(read, language)] : [];
  });
  const { meet_id, title, starts_at, duration_ms } = row;
  return {
    meetId: meet_id as MeetId,
    title,
    startsAt: starts_at,
    durationMs: duration_ms,
    count: hits.length,
    moments,
  };
}

/** The meetings that may have what is asked, newest first: one more than are read. */
function candidates(sql: SqlStorage, asked: SearchAsked): MeetingRow[] {
  const { query, after } = asked;
  const { conditions, values, add } = searchedMeetings(asked);
  if (after) add("(starts_at, meet_id) < (?, ?)", after.startsAt, after.meetId);
  if (query.source === "upload") add("source = 'upload'");
  // A recording in the browser was a room, or a call of which nobody knows the platform: the list counts it as no call either.
  else if (query.source === "call") add("source NOT IN ('upload', 'here')");
  else if (query.source !== null) add("platform = ?", query.source);
  const text = matchText(query);
  if (text !== null) add(`id IN (SELECT rowid / ${PARTS_MAX} FROM search_index WHERE search_index MATCH ?)`, text);
  return sql
    .exec<MeetingRow>(
      `SELECT * FROM search_meetings WHERE ${conditions.join(" AND ")} ORDER BY starts_at DESC, meet_id DESC LIMIT ?`,
      ...values,
      SEARCH_READ_MEETINGS_MAX + 1,
    )
    .toArray();
}

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
 * by the beginnings of their words. Null where nothing is asked that has words. Only folded words get in, so nothing needs escaping.
 */
export function matchText({ words, phrases, speakers, persons }: SearchQuery): string | null {
  // A letter alone begins the names of half the people: those are only read.
  const named = [...speakers, ...persons].flat().filter((word) => word.length >= SEARCH_PREFIX_CHARS_MIN);
  const parts = [
    ...words.map((word) => anyOf(beginning(word), ...stemsOf(word).map(quoted), ...pairsOf(word))),
    ...phrases.map((phrase) => `words : ${quoted(phrase.join(" "))}`),
    ...named.map((word) => `words : ${anyOf(`"${word}" *`, ...pairsOf(word).map((pair) => `${pair} *`))}`),
  ];
  return parts.length === 0 ? null : parts.join(" AND ");
}

const quoted = (text: string) => `"${text}"`;
const anyOf = (...forms: string[]) => `(${forms.join(" OR ")})`;
const pairsOf = (word: string) => apostrophePairs(word).map((pair) => quoted(pair.join(" ")));

function beginning(word: string): string {
  return isBeginning(word) ? `${quoted(word)} *` : quoted(word);
}

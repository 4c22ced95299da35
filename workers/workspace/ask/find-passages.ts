import type { FoundInMeeting } from "#app/domain/ask/choose-sources.ts";
import { passagesIn, scoreHits, type Term, worthOf } from "#app/domain/ask/score-passages.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { ASK_MATCHES_MAX, ASK_READ_MEETINGS_MAX, ASK_SCANNED_MEETINGS_MAX } from "#app/domain/limits/ask.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { isNamed, type PassageHit, queryMatcher } from "#app/domain/search/match-passages.ts";
import type { SearchQuery } from "#app/domain/search/search-query.ts";
import type { PassagesAsked, PassagesFound } from "#app/server/ports/ask.ts";
import { factsAsked } from "#workers/workspace/search/facts.ts";
import { MATCHING_ROWS, matchText, searchedMeetings } from "#workers/workspace/search/find-meetings.ts";
import { PART_BITS, rowsBetween } from "#workers/workspace/search/places.ts";
import { type MeetingRow, readPassages } from "#workers/workspace/search/write-meeting.ts";

/**
 * Finds passages for a question in the index of the search. Other than a search it does not ask for every word: a passage counts by the words
 * that it has, rare ones more, and by those that are near it or elsewhere in its meeting.
 */
export function findPassages(sql: SqlStorage, asked: PassagesAsked): Omit<PassagesFound, "isComplete"> {
  const { terms, lookedAt, meetings: chosen } = chooseMeetings(sql, asked);
  const earlier = new Map(asked.earlier.map(({ meetId, segmentIds }) => [meetId, segmentIds]));
  const meetings = chosen.flatMap((one): FoundInMeeting[] => {
    const { meet_id, title, starts_at, language } = one.row;
    const read = { terms, speakers: asked.speakers, earlier: earlier.get(meet_id) ?? [] };
    const passages = passagesIn(readPassages(sql, one.row.id), one, read);
    if (passages.length === 0) return [];
    return [{ meetId: meet_id as MeetId, title, startsAt: starts_at, language: language as MeetingLanguage, passages }];
  });
  return { meetings, lookedAt };
}

/**
 * Chooses the meetings of a question. FTS5 says which meetings have which words, of each the newest ASK_MATCHES_MAX: one that more have says
 * little of any. The indexed words of the ASK_SCANNED_MEETINGS_MAX that have most
 * are compared, as common words are in all of them, and the ASK_READ_MEETINGS_MAX remain in which they stand together. Those of earlier answers
 * come first.
 */
function chooseMeetings(sql: SqlStorage, asked: PassagesAsked) {
  const scope = scopeOf(sql, asked);
  const terms = weighTerms(sql, asked, scope);
  const earlier = earlierIn(sql, asked.earlier);
  const scanned = [...scope.values()]
    .map((one) => ({ ...one, score: worthOf(terms, one.said), isEarlier: earlier.has(one.id) }))
    .filter(({ said, isEarlier }) => said !== 0 || isEarlier || terms.length === 0)
    .toSorted(byScore)
    .slice(0, ASK_SCANNED_MEETINGS_MAX);
  const matcher = queryMatcher({ ...NOTHING, words: terms.map(({ word }) => word) });
  const found = new Map<number, { row: MeetingRow; hits: PassageHit[] }>();
  for (const { first, words, ...row } of partsOf(
    sql,
    scanned.map(({ id }) => id),
  )) {
    const known = found.get(row.id) ?? { row, hits: [] };
    found.set(row.id, known);
    known.hits.push(...matcher.hitsIn({ first, words }, row.language as MeetingLanguage));
  }
  const meetings = scanned
    .flatMap(({ id, ...one }) => {
      const { row, hits } = found.get(id) ?? {};
      if (row === undefined || hits === undefined) return [];
      // Of a word that many meetings have, the index named only some.
      const said = hits.reduce((bits, hit) => bits | hit.bits, one.said);
      return [{ ...one, said, row, hits, score: Math.max(0, ...scoreHits(hits, terms, said).values()) }];
    })
    .toSorted(byScore)
    .slice(0, ASK_READ_MEETINGS_MAX);
  return { terms, lookedAt: scope.size, meetings };
}

const NOTHING: SearchQuery = {
  words: [],
  phrases: [],
  speakers: [],
  persons: [],
  source: null,
  after: null,
  before: null,
  unread: [],
};

type Scored = { score: number; startsAt: number; isEarlier: boolean };
const byScore = (a: Scored, b: Scored) =>
  Number(b.isEarlier) - Number(a.isEarlier) || b.score - a.score || b.startsAt - a.startsAt;

type Scoped = { id: number; startsAt: number; said: number };

/** The meetings of the scope by their places in the index, as text; persons have to be in them. */
function scopeOf(sql: SqlStorage, asked: PassagesAsked): Map<string, Scoped> {
  const { conditions, values } = searchedMeetings(asked);
  const named = [...asked.persons, ...asked.speakers];
  // Names are read only where some are asked for.
  const people = named.length === 0 ? "'[]'" : "people";
  const rows = readList<[place: string, id: number, startsAt: number, people: string]>(
    sql,
    `json_array(CAST(place AS TEXT), id, starts_at, ${people})`,
    `search_meetings WHERE ${conditions.join(" AND ")}`,
    ...values,
  );
  const scope = new Map<string, Scoped>();
  for (const [place, id, startsAt, people] of rows) {
    const names = named.length === 0 ? [] : (JSON.parse(people) as string[]);
    if (named.every((name) => names.some((one) => isNamed(one, name)))) scope.set(place, { id, startsAt, said: 0 });
  }
  return scope;
}

/** A column of many rows, read as one row of JSON: an object for each costs more than finding them. */
function readList<Value>(sql: SqlStorage, column: string, from: string, ...values: SqlStorageValue[]): Value[] {
  const rows = sql.exec<{ list: string }>(`SELECT json_group_array(${column}) AS list FROM ${from}`, ...values);
  return JSON.parse(rows.one().list) as Value[];
}

/** Notes in the scope which meetings have which words, and weighs the words: the fewer meetings have one, the more it is worth. */
function weighTerms(sql: SqlStorage, asked: PassagesAsked, scope: Map<string, Scoped>): Term[] {
  return asked.words.map(({ word, weight }, index) => {
    const places = meetingsWith(sql, word, asked);
    // A meeting of several parts may be named for each.
    const meetings = [...new Set(places)].flatMap((place) => scope.get(place) ?? []);
    for (const meeting of meetings) meeting.said |= 1 << index;
    const isAll = places.length < ASK_MATCHES_MAX;
    const count = isAll ? meetings.length : estimate(meetings, scope);
    return { word, worth: weight * Math.log(1 + (scope.size + 1) / (1 + count)) };
  });
}

/** The number of meetings that have a word, by the share of those that have it down to the oldest of `meetings`. */
function estimate(meetings: readonly Scoped[], scope: Map<string, Scoped>): number {
  const oldestAt = meetings.reduce((oldest, { startsAt }) => Math.min(oldest, startsAt), Infinity);
  const newer = [...scope.values()].filter(({ startsAt }) => startsAt >= oldestAt).length;
  return newer === 0 ? 0 : (meetings.length / newer) * scope.size;
}

/** The places of the newest meetings that have the word somewhere. */
function meetingsWith(sql: SqlStorage, word: string, { among, startsFrom, startsBefore }: PassagesAsked): string[] {
  const text = matchText({ ...NOTHING, words: [word] }, factsAsked(NOTHING, among));
  const { first, last } = rowsBetween(startsFrom, startsBefore, null);
  return readList(sql, `CAST(row >> ${PART_BITS} AS TEXT)`, `(${MATCHING_ROWS})`, text, first, last, ASK_MATCHES_MAX);
}

function earlierIn(sql: SqlStorage, earlier: PassagesAsked["earlier"]): ReadonlySet<number> {
  const meetIds = JSON.stringify(earlier.map(({ meetId }) => meetId));
  return new Set(
    readList<number>(sql, "id", "search_meetings WHERE meet_id IN (SELECT value FROM json_each(?))", meetIds),
  );
}

/** The indexed words of some meetings, part by part. */
function partsOf(sql: SqlStorage, ids: readonly number[]) {
  return sql.exec<MeetingRow & { first: number; words: string }>(
    `SELECT meeting.*, part.first, part.words
     FROM json_each(?) AS asked JOIN search_meetings AS meeting ON meeting.id = asked.value
     JOIN search_parts AS part ON part.meeting = meeting.id`,
    JSON.stringify(ids),
  );
}

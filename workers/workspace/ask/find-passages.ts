import type { FoundInMeeting, FoundPassage } from "#app/domain/ask/choose-sources.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { ASK_MOMENTS_MAX, ASK_NEIGHBOURS, ASK_READ_MEETINGS_MAX } from "#app/domain/limits/ask.ts";
import { isNamed, type QueryMatcher, queryMatcher } from "#app/domain/search/match-passages.ts";
import type { Passage } from "#app/domain/search/passages.ts";
import type { SearchQuery } from "#app/domain/search/search-query.ts";
import type { PassagesAsked, PassagesFound } from "#app/server/ports/ask.ts";
import { matchText, saidBy, searchedMeetings } from "#workers/workspace/search/find-meetings.ts";
import { type MeetingRow, PARTS_MAX, readParts, readPassages } from "#workers/workspace/search/write-meeting.ts";

/**
 * Finds passages for a question in the index of the search. Other than a search it does not ask for every word: a passage counts by the words
 * that it has, rare ones more, and by those that its meeting has elsewhere.
 */
export function findPassages(sql: SqlStorage, asked: PassagesAsked): Omit<PassagesFound, "isComplete"> {
  const rows = scopeOf(sql, asked);
  const terms = asked.words.map(({ word, weight }) => ({ word, weight, meetings: meetingsWith(sql, word), worth: 0 }));
  for (const term of terms) {
    const said = rows.filter(({ id }) => term.meetings.has(id)).length;
    term.worth = term.weight * Math.log(1 + (rows.length + 1) / (1 + said));
  }
  const kept = new Map(asked.earlier.map(({ meetId, segmentIds }) => [meetId, segmentIds]));
  const scored = rows
    .map((row) => ({
      row,
      score: sum(terms.filter(({ meetings }) => meetings.has(row.id))),
      isKept: kept.has(row.meet_id),
    }))
    .filter(({ score, isKept }) => score > 0 || isKept || terms.length === 0)
    .toSorted((a, b) => Number(b.isKept) - Number(a.isKept) || b.score - a.score || b.row.starts_at - a.row.starts_at)
    .slice(0, ASK_READ_MEETINGS_MAX);
  const matcher = queryMatcher({ ...NOTHING, words: terms.map(({ word }) => word) });
  const read = { matcher, terms, speakers: asked.speakers };
  const meetings = scored.flatMap(({ row, score }): FoundInMeeting[] => {
    const passages = passagesIn(sql, row, { ...read, score, kept: kept.get(row.meet_id) ?? [] });
    const { meet_id, title, starts_at } = row;
    if (passages.length === 0) return [];
    return [
      { meetId: meet_id as MeetId, title, startsAt: starts_at, language: row.language as MeetingLanguage, passages },
    ];
  });
  return { meetings, lookedAt: rows.length };
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

type Term = { word: string; weight: number; worth: number };
const sum = (terms: readonly Term[]) => terms.reduce((all, { worth }) => all + worth, 0);

/** Of a meeting's other words, how much they count for one of its passages. */
const ELSEWHERE = 0.35;
/** A line of the minutes says in general words what its moment says in others. */
const MINUTES = 1.2;
/** Of a meeting in which only title or people were found, or nothing was asked: its minutes, as far as they count. */
const NO_WORDS_SCORE = 0.5;
const OVERVIEW_MAX = 4;

/** The meetings of the scope; persons have to be in them. */
function scopeOf(sql: SqlStorage, asked: PassagesAsked): MeetingRow[] {
  const { conditions, values } = searchedMeetings(asked);
  const rows = sql
    .exec<MeetingRow>(`SELECT * FROM search_meetings WHERE ${conditions.join(" AND ")}`, ...values)
    .toArray();
  const named = [...asked.persons, ...asked.speakers];
  if (named.length === 0) return rows;
  return rows.filter(({ people }) => {
    const names = JSON.parse(people) as string[];
    return named.every((name) => names.some((one) => isNamed(one, name)));
  });
}

/** Rows of meetings that have the word somewhere. */
function meetingsWith(sql: SqlStorage, word: string): ReadonlySet<number> {
  const text = matchText({ ...NOTHING, words: [word] });
  const rows = sql.exec<{ id: number }>(
    `SELECT DISTINCT rowid / ${PARTS_MAX} AS id FROM search_index WHERE search_index MATCH ?`,
    text,
  );
  return new Set(Array.from(rows, ({ id }) => id));
}

type Read = {
  matcher: QueryMatcher;
  terms: readonly Term[];
  speakers: readonly string[][];
  /** The worth of all words of the question that the meeting has. */
  score: number;
  kept: readonly string[];
};

/** The best segments of a meeting with their neighbours, in their order. */
function passagesIn(sql: SqlStorage, row: MeetingRow, read: Read): FoundPassage[] {
  const passages = readPassages(sql, row.id);
  const scores = scoresIn(sql, row, passages, read);
  const named = read.speakers.length === 0 ? null : saidBy(passages, [...read.speakers]);
  const best = [...scores]
    .filter(([at]) => named?.has(at) ?? true)
    .toSorted(([a, one], [b, other]) => other - one || a - b)
    .slice(0, ASK_MOMENTS_MAX);
  const wanted = new Map<number, number>();
  for (const [at] of best)
    for (let near = at - ASK_NEIGHBOURS; near <= at + ASK_NEIGHBOURS; near += 1) wanted.set(near, 0);
  for (const [at, score] of best) wanted.set(at, score);
  return [...wanted]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([position, score]): FoundPassage[] => {
      const passage = passages[position];
      if (passage?.kind !== "transcript" || passage.segmentId === null) return [];
      const { segmentId, startMs, speaker, text } = passage;
      return [{ position, segmentId, startMs: startMs ?? 0, speaker, text, score }];
    });
}

/** The worth of each segment, by its position. Lines of the minutes count for the segment that they rest on. */
function scoresIn(
  sql: SqlStorage,
  row: MeetingRow,
  passages: readonly Passage[],
  { matcher, terms, score, kept }: Read,
): Map<number, number> {
  const positions = new Map(
    passages.flatMap(({ kind, segmentId }, at) =>
      kind === "transcript" && segmentId !== null ? [[segmentId, at]] : [],
    ),
  );
  const scores = new Map<number, number>();
  const note = (at: number | undefined, one: number) => {
    if (at !== undefined) scores.set(at, Math.max(one, scores.get(at) ?? 0));
  };
  const momentOf = (passage: Passage) => (passage.segmentId === null ? undefined : positions.get(passage.segmentId));
  for (const { passage: at, bits } of hitsOf(sql, row, matcher)) {
    const passage = passages[at];
    const own = sum(terms.filter((_, index) => (bits & (1 << index)) !== 0));
    const all = own + ELSEWHERE * Math.max(0, score - own);
    if (passage?.kind === "transcript") note(at, all);
    else if (passage?.kind === "minutes" || passage?.kind === "task") note(momentOf(passage), all * MINUTES);
  }
  if (scores.size === 0) {
    const overview = passages.filter(({ kind }) => kind === "minutes" || kind === "task").slice(0, OVERVIEW_MAX);
    for (const passage of overview) note(momentOf(passage), Math.max(NO_WORDS_SCORE, ELSEWHERE * score));
  }
  const keptScore = Math.max(NO_WORDS_SCORE, sum(terms) / 2);
  for (const segmentId of kept) note(positions.get(segmentId), keptScore);
  return scores;
}

function hitsOf(sql: SqlStorage, row: MeetingRow, matcher: QueryMatcher) {
  const language = row.language as MeetingLanguage;
  return readParts(sql, row.id).flatMap((part) => matcher.hitsIn(part, language));
}

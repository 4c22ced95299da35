import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { MeetId } from "#app/domain/ids.ts";
import {
  SEARCH_FIRST_MS_MAX,
  SEARCH_PASSED_MS_MAX,
  SEARCH_READ_MS_MAX,
  SEARCH_REBUILD_ATTEMPTS_MAX,
  SEARCH_REBUILD_BACK_OFF,
} from "#app/domain/limits/search.ts";
import { TEAM_INDEX_CHANGES } from "#app/domain/limits/teams.ts";
import { ALARM_CLAIM_MS_MAX } from "#app/domain/limits/steps.ts";
import type { DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import { runInTurns, type Rest, type Turns } from "#app/domain/turns.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import type { PassagesAsked, PassagesFound } from "#app/server/ports/ask.ts";
import type { EventConsumer } from "#app/server/ports/event-consumer.ts";
import type {
  ListedPlace,
  SearchAsked,
  SearchFound,
  SearchScope,
  SearchSource,
  ShownChanges,
} from "#app/server/ports/search-index.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import { findPassages } from "#workers/workspace/ask/find-passages.ts";
import type { BesideWork } from "#workers/workspace/deliver-events.ts";
import type { KnownDestinations } from "#workers/workspace/deliveries/known-destinations.ts";
import { findMeetings } from "#workers/workspace/search/find-meetings.ts";
import { type ShownMeetings, shownMeetings } from "#workers/workspace/search/follow-shown.ts";
import { notePassed, readPassed, removePassed } from "#workers/workspace/search/passed-meetings.ts";
import { openSearchTables, readSearchState, saveSearchState } from "#workers/workspace/search/search-tables.ts";
import { hasMeetings, removeMeeting, writeHead, writeMeeting } from "#workers/workspace/search/write-meeting.ts";

/**
 * The search index of a workspace. As a consumer it reads a meeting again after each of its events. An index that is not there, or of
 * another version, is built from D1's list of meetings, one meeting at a time, beside events and questions. That of a team also has the
 * meetings that its members show to it.
 */
export type SearchDeps = {
  source: SearchSource;
  shownChanges: ShownChanges;
  mayHave: KnownDestinations;
  log: Log;
  now: () => number;
  random: () => number;
  rests: () => Rest;
};

export interface SearchIndex {
  consumer: EventConsumer;
  rebuild: BesideWork;
  /** Of a team's index: the meetings that are shown to the team. */
  shown: ShownMeetings;
  /**
   * Makes an index that is not there, and waits SEARCH_FIRST_MS_MAX at most for it: that of a new person is complete before their first
   * search is answered. An index that takes longer is built beside the searches.
   */
  prepare(workspaceId: string): Promise<void>;
  search(asked: SearchAsked): SearchFound;
  /** Passages for a question to all meetings. */
  findPassages(asked: PassagesAsked): PassagesFound;
}

/** After these the meeting has other words. The index has no status, objections or plans, and does not know whether a task is done. */
const TEXT_KINDS: readonly DomainEventKind[] = [
  "transcript-changed",
  "summary-written",
  "edits-changed",
  "meeting-restored",
];
/** After these it has another title, time or language. */
const HEAD_KINDS: readonly DomainEventKind[] = ["meeting-created", "details-changed"];
const REPLACED_BY = Object.fromEntries([
  ...TEXT_KINDS.map((kind) => [kind, TEXT_KINDS] as const),
  ...HEAD_KINDS.map((kind) => [kind, [...HEAD_KINDS, ...TEXT_KINDS]] as const),
]);

/** Returns a function that takes work one at a time. Failed work does not stop the work behind it. */
function oneAtATime() {
  let last: Promise<void> = Promise.resolve();
  return (work: () => Promise<void>): Promise<void> => {
    const next = last.catch(() => {}).then(work);
    last = next;
    return next;
  };
}

export function searchIndex(storage: DurableObjectStorage, deps: SearchDeps): SearchIndex {
  const { sql } = storage;
  const run = <Value>(work: Turns<Value>) => runInTurns(work, deps.rests());
  /**
   * One meeting at a time, read and written: an older reading must not be written after a newer one, nor after a removal. Reading has a
   * time limit, so that a meeting which does not answer holds nothing up for good.
   */
  const enqueue = oneAtATime();
  const follow = (meetId: MeetId, workspaceId: string | null) => enqueue(() => takeMeeting(meetId, workspaceId));
  const followHead = (meetId: MeetId) =>
    enqueue(async () => {
      // Without a state there is no table to look in.
      const head = readSearchState(sql) && (await readInTime(() => deps.source.readHead(meetId)));
      if (head === null || !(await writeHead(storage, head, run))) await takeMeeting(meetId, null);
    });
  const forget = (meetId: MeetId) => enqueue(() => forgetMeeting(meetId));
  /** D1 is asked in the meeting's turn: a share that is taken back later is taken later, too. */
  const followShown = (meetId: MeetId, teamId: string) =>
    enqueue(async () => {
      if (await deps.shownChanges.isShown(teamId, meetId)) await takeMeeting(meetId, teamId);
      else await forgetMeeting(meetId);
    });
  const rebuild = indexRebuild(sql, deps, ({ id, isShown }, workspaceId) =>
    isShown ? followShown(id as MeetId, workspaceId) : follow(id as MeetId, workspaceId),
  );
  const shown = shownMeetings(sql, deps, followShown);

  async function forgetMeeting(meetId: MeetId): Promise<void> {
    if (readSearchState(sql) !== null) removeMeeting(storage, meetId);
  }

  async function takeMeeting(meetId: MeetId, workspaceId: string | null): Promise<void> {
    const meeting = await readInTime(() => deps.source.read(meetId));
    const known = workspaceId ?? meeting?.workspaceId ?? null;
    if (known !== null) openSearchTables(storage, known, deps.now());
    // A meeting that is gone belonged to a workspace that has no index yet.
    else if (readSearchState(sql) === null) return;
    if (meeting === null) removeMeeting(storage, meetId);
    else await writeMeeting(storage, meeting, run);
  }

  async function readInTime(read: () => Promise<SearchableMeeting | null>): Promise<SearchableMeeting | null> {
    const answer: { meeting: SearchableMeeting | null } = { meeting: null };
    await withTimeLimit(SEARCH_READ_MS_MAX, async () => {
      answer.meeting = await read();
    });
    return answer.meeting;
  }

  return {
    consumer: {
      name: "search",
      replacedBy: REPLACED_BY,
      async consume({ id, meetId, kind }) {
        // A meeting that moved is deleted for the workspace that it has left.
        if (kind === "meeting-deleted") await forget(meetId);
        else if (TEXT_KINDS.includes(kind)) await follow(meetId, null);
        else if (HEAD_KINDS.includes(kind)) await followHead(meetId);
        else return;
        if (!(await deps.mayHave({ meetId, id })).teams) return;
        await deps.shownChanges.tell(meetId, readSearchState(sql)?.workspaceId ?? null);
      },
    },
    rebuild,
    shown,
    async prepare(workspaceId) {
      const { isComplete, cursor, attempts } = openSearchTables(storage, workspaceId, deps.now());
      if (isComplete || cursor !== null || attempts > 0) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, SEARCH_FIRST_MS_MAX);
      });
      await Promise.race([rebuild.run(), limit]);
      clearTimeout(timer);
    },
    search(asked) {
      const isComplete = openFor(asked);
      return { ...findMeetings(sql, asked), isComplete };
    },
    findPassages(asked) {
      const isComplete = openFor(asked);
      return { ...findPassages(sql, asked), isComplete };
    },
  };

  /**
   * Opens the index, and returns whether it is complete. A pending meeting that it has only lags behind, as after an event; one that it lacks is
   * fetched beside the answer.
   */
  function openFor({ workspaceId, pending = [] }: SearchScope): boolean {
    const { isComplete } = openSearchTables(storage, workspaceId, deps.now());
    const isMissing = pending.length > TEAM_INDEX_CHANGES || !hasMeetings(sql, pending);
    if (isMissing) shown.beginIfIdle(workspaceId);
    return isComplete && !isMissing;
  }
}

/** Reads the meetings of the workspace into its index, in pages, from where an earlier rebuild ended. */
function indexRebuild(
  sql: SqlStorage,
  deps: SearchDeps,
  follow: (place: ListedPlace, workspaceId: string) => Promise<void>,
): BesideWork {
  let building: Promise<void> | null = null;

  /** One at a time: two would save their places over each other. */
  function rebuild(): Promise<void> {
    building ??= rebuildInPages().finally(() => (building = null));
    return building;
  }

  /** Until all meetings are in the index, or the alarm has to go on with it. */
  async function rebuildInPages(): Promise<void> {
    const until = deps.now() + ALARM_CLAIM_MS_MAX;
    let isMore = true;
    while (isMore && deps.now() < until) isMore = await rebuildPage(until);
  }

  /** Whether more is to be done now. */
  async function rebuildPage(until: number): Promise<boolean> {
    const state = readSearchState(sql);
    if (state === null || state.isComplete || state.dueAt > deps.now()) return false;
    let at: ListedPlace | null = null;
    try {
      const places = await deps.source.list(state.workspaceId, state.cursor);
      if (places.length === 0) await endWalk(state.workspaceId, until);
      for (const place of places) {
        at = place;
        await follow(place, state.workspaceId);
        saveSearchState(sql, { ...state, cursor: place, attempts: 0, dueAt: 0 });
        if (deps.now() >= until) break;
      }
    } catch (error) {
      putOff(at, faultOf(error));
    }
    return true;
  }

  /** All listed meetings were walked: those that were passed over are tried once more. The index is complete when none of them is left. */
  async function endWalk(workspaceId: string, until: number): Promise<void> {
    for (const { place, passedAt } of readPassed(sql)) {
      if (deps.now() >= until) break;
      try {
        await follow(place, workspaceId);
        removePassed(sql, place);
      } catch (error) {
        deps.log("workspace.search.rebuild.failed", { meetId: place.id, error: faultOf(error) });
        if (deps.now() - passedAt >= SEARCH_PASSED_MS_MAX) removePassed(sql, place);
      }
    }
    const state = readSearchState(sql);
    if (state === null) return;
    const isComplete = readPassed(sql).length === 0;
    saveSearchState(sql, { ...state, isComplete, dueAt: isComplete ? 0 : deps.now() + SEARCH_REBUILD_BACK_OFF.maxMs });
  }

  /** Tries a meeting again later, and passes over it in the end. */
  function putOff(at: ListedPlace | null, fault: string): void {
    const state = readSearchState(sql);
    if (state === null) return;
    const attempts = state.attempts + 1;
    deps.log("workspace.search.rebuild.failed", { meetId: at?.id, attempt: attempts, error: fault });
    if (at !== null && attempts >= SEARCH_REBUILD_ATTEMPTS_MAX) {
      notePassed(sql, at, deps.now());
      saveSearchState(sql, { ...state, cursor: at, attempts: 0, dueAt: 0 });
      return;
    }
    const waitMs = backOffDelayMs(SEARCH_REBUILD_BACK_OFF, attempts, deps.random());
    saveSearchState(sql, { ...state, attempts, dueAt: deps.now() + waitMs });
  }

  return {
    run: rebuild,
    dueAt() {
      const state = readSearchState(sql);
      return state === null || state.isComplete ? null : state.dueAt;
    },
  };
}

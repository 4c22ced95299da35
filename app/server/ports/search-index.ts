import type { SearchMoment } from "#app/domain/search/match-passages.ts";
import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import type { SearchQuery } from "#app/domain/search/search-query.ts";
import type { MeetId } from "#app/domain/ids.ts";

/**
 * The meetings of an index that a question is put to. Without more than a workspace: those of the person who asks. `among`: only these, whoever
 * made them. `pending`: the index of the person's team, which answers with all that it has but the person's own; ids of meetings whose change it
 * may not have taken yet. The caller checks each answer of the last two against D1.
 */
export type SearchScope = { workspaceId: string; among?: readonly string[]; pending?: readonly string[] };

/** A question to an index. */
export type SearchAsked = SearchScope & {
  userId: string;
  query: SearchQuery;
  /** The query's days in the person's time zone, in epoch ms. */
  startsFrom: number | null;
  startsBefore: number | null;
  /** The last meeting of the page before; null for the first page. */
  after: SearchPlace | null;
};

/** A place in the results, newest first. */
export type SearchPlace = { startsAt: number; meetId: string };

export type FoundMeeting = {
  meetId: MeetId;
  title: string;
  startsAt: number;
  durationMs: number | null;
  count: number;
  moments: SearchMoment[];
};

export type SearchFound = {
  meetings: FoundMeeting[];
  /** The place to go on from; null at the end. */
  next: SearchPlace | null;
  /** False while the index is being rebuilt or lacks a pending meeting, so that meetings may be missing. */
  isComplete: boolean;
};

/** The index of a workspace's meetings, and of those that are shown to it where it is a team's (workers/workspace/search). */
export interface SearchIndexStub {
  search(asked: SearchAsked): Promise<SearchFound>;
  /** Takes the changes of meetings that are shown to the team; does not wait for it. Idempotent. */
  followShown(teamId: string): Promise<void>;
}

/** The indexes of all workspaces as use cases see them: each question names its workspace. */
export type SearchIndex = Pick<SearchIndexStub, "search">;

/** The indexes of teams as use cases see them. */
export interface TeamIndexes {
  /** There are changes of meetings that are shown to the team. */
  follow(teamId: string): Promise<void>;
}

/** The way of an index to the meetings that it is made of. */
export interface SearchSource {
  /** The meeting as it is now; null where it is gone, or is not to be found. */
  read(meetId: MeetId): Promise<SearchableMeeting | null>;
  /** The same with the passages of its title and its people only. */
  readHead(meetId: MeetId): Promise<SearchableMeeting | null>;
  /** Ids of the workspace's meetings after a place, then of those that are shown to it, in a fixed order; empty at the end. */
  list(workspaceId: string, after: ListedPlace | null): Promise<ListedPlace[]>;
}

/** A meeting's place in the order of D1's index. `isShown`: it is another workspace's. */
export type ListedPlace = { startsAt: number; id: string; isShown?: true };

/** The changes of meetings that are shown to teams, as D1 has them. */
export interface ShownChanges {
  isShown(teamId: string, meetId: MeetId): Promise<boolean>;
  /** Those that a team's index has not taken yet, oldest first. */
  list(teamId: string, after: number): Promise<{ position: number; meetId: MeetId }[]>;
  remove(positions: readonly number[]): Promise<void>;
  /** Tells the indexes of the teams that a meeting is shown to, or was until now, that it has changed; not the team `except`. */
  tell(meetId: MeetId, except: string | null): Promise<void>;
}

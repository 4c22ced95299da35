import type { SearchMoment } from "#app/domain/search/match-passages.ts";
import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import type { SearchQuery } from "#app/domain/search/search-query.ts";
import type { MeetId } from "#app/domain/ids.ts";

/** A question to the index of a workspace. It answers with meetings of `userId`, or with named ones: others are not even counted. */
export type SearchAsked = {
  workspaceId: string;
  userId: string;
  /** Of this workspace only these meetings, whoever made them; absent: those of `userId`. */
  among?: readonly string[];
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
  /** False while the index is being rebuilt, so that meetings may be missing. */
  isComplete: boolean;
};

/** The index of a workspace's meetings (workers/workspace/search). */
export interface SearchIndexStub {
  search(asked: SearchAsked): Promise<SearchFound>;
}

/** The indexes of all workspaces as use cases see them: each question names its workspace. */
export type SearchIndex = SearchIndexStub;

/** The way of an index to the meetings that it is made of. */
export interface SearchSource {
  /** The meeting as it is now; null where it is gone, or is not to be found. */
  read(meetId: MeetId): Promise<SearchableMeeting | null>;
  /** Ids of the workspace's meetings after a place, in a fixed order; empty at the end. */
  list(workspaceId: string, after: ListedPlace | null): Promise<ListedPlace[]>;
}

/** A meeting's place in the order of D1's index. */
export type ListedPlace = { createdBy: string; startsAt: number; id: string };

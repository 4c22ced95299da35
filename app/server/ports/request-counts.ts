import type { TakenRequest } from "#app/domain/limits/request-window.ts";

/** The answer of a count. */
export type CountedRequest = Omit<TakenRequest, "window">;

/** Counts a person's requests in one place for all locations, so that it knows how many are left. */
export interface RequestCounts {
  of(userId: string): RequestCountsStub;
}

/** The object that counts for one person. */
export interface RequestCountsStub {
  /** Counts one request; `max` of them are within the limit of each minute, apart for each `counted`. */
  countRequest(asked: { counted: string; max: number }): Promise<CountedRequest>;
}

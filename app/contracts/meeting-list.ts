import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";

/** A meeting as lists show it: a row of the projection. */
export type MeetingListItem = {
  id: string;
  title: string;
  startsAt: number;
  language: MeetingLanguage;
  status: MeetingStatus;
  reason: string | null;
  durationMs: number | null;
  recognisedMs: number;
  wantedMs: number;
  taskCount: number | null;
};

/** One page of a list, newest first, with the addresses of its neighbours where there are any. */
export type MeetingListPage = { meetings: MeetingListItem[]; newer: string | null; older: string | null };

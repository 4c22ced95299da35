import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { LobbyState, CallPlatform } from "#app/domain/meeting/call.ts";
import type { EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";

/** A meeting as lists show it: a row of the projection. */
export type MeetingListItem = {
  id: string;
  title: string;
  startsAt: number;
  language: MeetingLanguage;
  /** Where its call takes place; null for what was uploaded. */
  platform: CallPlatform | null;
  /** Where Acta stands before it is let in; null at every other time. */
  door: LobbyState | null;
  status: MeetingStatus;
  /** Why it ended without minutes; null where it did not, or where nobody knows. */
  reason: EndReason | null;
  durationMs: number | null;
  /** Ms of recording that are recognised, and that there are to recognise; 0 of 0 until that is known. */
  recognisedMs: number;
  wantedMs: number;
  taskCount: number | null;
};

/** One page of a list, newest first, with the cursors to its neighbours where there are any. */
export type MeetingListPage = { meetings: MeetingListItem[]; newer: string | null; older: string | null };

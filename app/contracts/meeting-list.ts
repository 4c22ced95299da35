import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { LobbyState, CallPlatform } from "#app/domain/meeting/call.ts";
import type { EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";

/** A meeting as lists show it: a row of the projection. */
export type MeetingListItem = {
  id: string;
  title: string;
  startsAt: number;
  language: MeetingLanguage;
  /** Platform of the call; null for uploads. */
  platform: CallPlatform | null;
  /** State of the bot before it is admitted; null at every other time. */
  door: LobbyState | null;
  status: MeetingStatus;
  /** The reason why the meeting ended without minutes; null when it did not, or when the reason is unknown. */
  reason: EndReason | null;
  durationMs: number | null;
  /** Ms of recording recognised, and ms to recognise; both 0 until that is known. */
  recognisedMs: number;
  wantedMs: number;
  taskCount: number | null;
};

/** One page of a list, newest first, with the cursors of its neighbours, if any. */
export type MeetingListPage = { meetings: MeetingListItem[]; newer: string | null; older: string | null };

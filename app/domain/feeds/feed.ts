import type { EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";

/** `meetings`: an iCalendar file (RFC 5545) of a person's meetings. `minutes`: an Atom feed (RFC 4287) of new minutes. */
export const FEED_KINDS = ["meetings", "minutes"] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

export function parseFeedKind(text: string): FeedKind | null {
  return FEED_KINDS.find((kind) => kind === text) ?? null;
}

const FILES: Record<FeedKind, string> = { meetings: "meetings.ics", minutes: "minutes.atom" };

/** The path of a feed. Calendar programs send no headers of ours, so that the token is in it. */
export const feedPath = (kind: FeedKind, token: string) => `/feeds/${token}/${FILES[kind]}`;

/** 128 bits in hexadecimal digits. */
export const FEED_TOKEN_BYTES = 16;
const TOKEN = /^[0-9a-f]{32}$/;
export const isFeedToken = (text: string) => TOKEN.test(text);

/** STATUS of a meeting in a calendar. Only the person's own cancellation cancels it: a call that Acta missed took place. */
export function calendarStatus(status: MeetingStatus, reason: EndReason | null): "CONFIRMED" | "CANCELLED" {
  return status === "REJECTED" && reason === "cancelled" ? "CANCELLED" : "CONFIRMED";
}

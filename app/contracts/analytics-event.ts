import * as z from "zod";

/** §2: the analytics events, by their specified names. */
export const ANALYTICS_EVENTS = [
  "login via Google",
  "login via Microsoft",
  "history",
  "sidebar home",
  "sidebar history",
  "invite to meeting",
  "upload recording",
  "tasks lookup",
  "edit summary",
  "save edit",
  "cancel edit",
  "share summary",
  "download PDF",
  "copy link",
  "close session",
  "confirm invite",
  "upload tape",
  "summarize tape",
  "stop recording",
  "pro plan",
  "free plan",
] as const;
export type AnalyticsEvent = (typeof ANALYTICS_EVENTS)[number];

/** POST /api/acta/analytics: an action of the page. */
export const analyticsReport = z.object({ event: z.enum(ANALYTICS_EVENTS) });

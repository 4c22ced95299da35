import * as z from "zod";
import { isId } from "#app/domain/ids.ts";

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

/** POST /api/acta/analytics: an action of the page. `session`: a random id of the browser's, new after 30 minutes without an action. */
export const analyticsReport = z.object({
  event: z.enum(ANALYTICS_EVENTS),
  session: z.string().refine(isId).optional(),
});

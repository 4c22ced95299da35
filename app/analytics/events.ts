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

/** Where events go. Locally a log; an operator may add another sink. Never carries content. */
export interface AnalyticsSink {
  track(event: AnalyticsEvent, who: { userId: string | null }): void;
}

/** The end of a consent to connect an account, as the page is told in `?connection=`. */
export const CONNECT_RESULTS = [
  "connected",
  /** The person pressed Cancel at the destination. */
  "cancelled",
  /** A permission that Acta needs was not given. */
  "scopes-missing",
  /** Slack: an app that was installed for a whole Enterprise Grid organisation has no workspace of which Acta could be told. */
  "whole-organisation",
  /** Slack: tokens of the app end after hours, and people of one workspace would refresh the same one. */
  "token-rotation",
  /** Salesforce: the company's edition has no API, or the person may not use it. */
  "no-api",
  /** The attempt is too old, was used, or belongs to another session. */
  "expired",
  "too-many",
  /** The destination refused. */
  "failed",
  /** The destination did not answer. */
  "unavailable",
] as const;
export type ConnectResult = (typeof CONNECT_RESULTS)[number];

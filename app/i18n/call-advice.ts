import type { CallReason } from "#app/domain/meeting/status.ts";

/** Advice for each reason that ends a call, as keys of texts (`call:advice.…`): for its page, lists and the mail about it. */
type CallAdviceStep =
  | "admit"
  | "guests"
  | "tell"
  | "start"
  | "link"
  | "notetakers"
  | "signIn"
  | "browser"
  | "account"
  | "record"
  | "again"
  | "newTime"
  | "plan"
  | "recorder"
  | "recorderRuns";

export type CallAdviceSteps = {
  who: "host" | "you" | "operator";
  steps: readonly [CallAdviceStep, ...CallAdviceStep[]];
};

/** The steps to try for each reason that ends a call, and the person who can take them. The first step is the one that lists show. */
export const CALL_ADVICE: Record<CallReason, CallAdviceSteps> = {
  denied: { who: "host", steps: ["tell", "admit"] },
  "not-admitted": { who: "host", steps: ["admit", "guests", "record"] },
  "host-absent": { who: "you", steps: ["start"] },
  "nobody-came": { who: "you", steps: ["newTime"] },
  limit: { who: "you", steps: ["plan", "record"] },
  cancelled: { who: "you", steps: ["newTime"] },
  "bot-wall": { who: "host", steps: ["notetakers", "record"] },
  captcha: { who: "host", steps: ["account", "record"] },
  "sign-in-required": { who: "host", steps: ["signIn", "account", "record"] },
  "bad-link": { who: "you", steps: ["link"] },
  blocked: { who: "host", steps: ["guests", "account", "record"] },
  "browser-join-off": { who: "host", steps: ["browser", "record"] },
  "join-failed": { who: "you", steps: ["again", "record"] },
  "capture-failed": { who: "you", steps: ["again", "record"] },
  "recorder-missing": { who: "operator", steps: ["recorder"] },
  "recorder-unavailable": { who: "operator", steps: ["recorderRuns"] },
};

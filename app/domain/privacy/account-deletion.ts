/**
 * The steps in which an account is deleted, in their order. Each may be done again after a crash. Sign-in is refused from the request
 * on, so that nothing new is made while the steps run.
 */
export const DELETION_STEPS = [
  /** Sessions end, and open pages close. */
  "end-sessions",
  /** Calendars, mail and other services that a person connected are told that their tokens are revoked. */
  "revoke-tokens",
  /** A team with other people gets another administrator and keeps its meetings and its subscription; one without ends. */
  "leave-teams",
  /** Each meeting with its recording, unless another person's meeting uses the recording. */
  "delete-meetings",
  /** The person's conversations in meetings that stay, because they are another person's or a team's. */
  "delete-chats",
  /** After the meetings, which do not wait for a payment service that is down. */
  "cancel-subscriptions",
  /** The rows of the workspace; tombstones stay without a name. */
  "delete-rows",
  /** The person, their identities and their workspace; the address stays for the receipt. */
  "delete-person",
  /** The events, the mails and the index in the workspace's object. */
  "empty-workspace",
  /** The last mail to the person. Nothing waits for it: all else is deleted. */
  "send-receipt",
] as const;

export type DeletionStep = (typeof DELETION_STEPS)[number];

/** - `more`: the step has to go on. - `meetings-left`: a request that was under way has made a meeting since. */
export type DeletionOutcome = "done" | "more" | "meetings-left";

/** The step after an outcome; null when the account is deleted. */
export function nextDeletionStep(step: DeletionStep, outcome: DeletionOutcome): DeletionStep | null {
  if (outcome === "more") return step;
  if (outcome === "meetings-left") return "delete-meetings";
  return DELETION_STEPS[DELETION_STEPS.indexOf(step) + 1] ?? null;
}

/** Whether everything is deleted before this step (null: the end), so that nothing about the account may be stored any more. */
export function isAllDeleted(step: DeletionStep | null): boolean {
  return step === null || step === "send-receipt";
}

/** Whether the typed text confirms the deletion: the person's address, or their name where they have no address. */
export function confirmsDeletion(typed: string, person: { email: string | null; name: string }): boolean {
  const folded = (text: string) => text.trim().toLowerCase();
  const wanted = folded(person.email ?? person.name);
  return wanted !== "" && folded(typed) === wanted;
}

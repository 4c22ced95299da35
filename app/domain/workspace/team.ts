import { SEAT_EMAILS_MAX, SEAT_EMAILS_MIN } from "#app/domain/limits/teams.ts";
import { parseMailAddress } from "#app/domain/mail/mail-settings.ts";

/** Rules of a team: its seats, its administrators and its invitations. */

/** `owner` is an administrator: manages subscription and seats. */
export type TeamRole = "owner" | "member";

/** §5: the reasons why seats cannot be ordered. */
export type SeatsRefusal = "too-few-emails" | "same-email" | "email-format" | "empty-seat";

/** An address as it is compared: nobody tells two people by the case of their addresses. */
export function emailKeyOf(address: string): string {
  return address.trim().toLowerCase();
}

/** The same for limits of mails: what follows a plus leads to the same inbox at most providers. */
export function inboxKeyOf(address: string): string {
  return emailKeyOf(address).replace(/\+[^@]*(?=@[^@]*$)/u, "");
}

/** The problem of each seat (null: none), in their order, and the first of the whole form in the order of §5. */
export function checkSeats(typed: readonly string[]): {
  refusal: SeatsRefusal | null;
  seats: ("same-email" | "email-format" | null)[];
} {
  const keys = typed.map(emailKeyOf);
  const seats = keys.map((key, index) => {
    if (key === "") return null;
    if (keys.indexOf(key) !== index) return "same-email" as const;
    return parseMailAddress(key) === null ? ("email-format" as const) : null;
  });
  const filled = keys.filter((key) => key !== "");
  const refusal =
    filled.length < SEAT_EMAILS_MIN
      ? "too-few-emails"
      : seats.includes("same-email")
        ? "same-email"
        : seats.includes("email-format")
          ? "email-format"
          : filled.length < keys.length || keys.length > SEAT_EMAILS_MAX
            ? "empty-seat"
            : null;
  return { refusal, seats };
}

/** A person's role in a team after a change of members; refusals keep a team from being without an administrator. */
export function mayLoseRole(role: TeamRole, administrators: number): boolean {
  return role !== "owner" || administrators > 1;
}

/** §2: the states of the join page once its details are known. */
const JOIN_STATES = ["invalid", "mismatch", "sign-in", "accept", "accepted"] as const;
type JoinState = (typeof JOIN_STATES)[number];

type InvitationFacts = {
  expiresAt: number | null;
  acceptedBy: string | null;
  endedAt: number | null;
  email: string;
};

/** `reader`: null when nobody is signed in; `emails` are those that a provider or a mail to them has confirmed. */
export function joinStateOf(
  invitation: InvitationFacts | null,
  reader: { userId: string; emails: readonly string[] } | null,
  now: number,
): JoinState {
  if (invitation === null || invitation.endedAt !== null) return "invalid";
  // A link that was used is of use to nobody else.
  if (invitation.acceptedBy !== null) return invitation.acceptedBy === reader?.userId ? "accepted" : "invalid";
  if (invitation.expiresAt === null || invitation.expiresAt <= now) return "invalid";
  if (reader === null) return "sign-in";
  return reader.emails.map(emailKeyOf).includes(emailKeyOf(invitation.email)) ? "accept" : "mismatch";
}

import { MAIL_ADDRESS_CHARS_MAX } from "#app/domain/limits/mail.ts";
import type { MailKind } from "#app/domain/mail/mail-kinds.ts";

/** Ends of a request to confirm an address; the settings say which it was. */
export const ADDRESS_ENDS = ["sent", "invalid", "wait", "later", "removed", "takenBack"] as const;
export type AddressEnd = (typeof ADDRESS_ENDS)[number];

/**
 * Ends of a press on the link. `mails`: it was not opened where it was asked for, so that mails come and nothing is opened by it;
 * `vouched-elsewhere`: another account has the address by its provider.
 */
export type ConfirmEnd = "proven" | "mails" | "vouched-elsewhere" | "gone";

export type MailSettings = {
  /** False: this Acta sends no mails. */
  isSending: boolean;
  /** The address that mails go to; null when none is confirmed, so that none are sent. */
  address: string | null;
  /** The way to confirm an address; null when the sign-in's provider vouches for one. */
  confirming: {
    /** The address of the sign-in, for which the provider does not vouch. */
    suggested: string | null;
    /** The address that a link was sent to, and when the link ends (epoch ms); null when no link is open. */
    pending: { address: string; expiresAt: number } | null;
    /** Whether the confirmed address opens what is shown to it; else it gets mails only. */
    isProven: boolean;
  } | null;
  /** Others who get mails at an address of this person's. */
  others: { name: string; address: string }[];
  preferences: Record<MailKind, boolean>;
  /** Mails that did not arrive, newest first; null when that could not be found out now. */
  undelivered: UndeliveredMailShown[] | null;
};

export type UndeliveredMailShown = {
  kind: MailKind;
  /** The meeting that it is about; null where it is about none, or about several. */
  meetId: string | null;
  title: string | null;
  /** `late`: it is tried again. `failed`: it was given up. */
  state: "late" | "failed";
  reason: "address" | "message" | "account" | "unavailable" | null;
  /** When it was due, in epoch ms. */
  dueAt: number;
};

/** One address without a name. Whether mail arrives there is only known by sending one. */
const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+$/;

/** An address as a person types it; null where no engine could send to it. */
export function parseMailAddress(typed: string): string | null {
  const address = typed.trim();
  return address.length <= MAIL_ADDRESS_CHARS_MAX && ADDRESS.test(address) ? address : null;
}

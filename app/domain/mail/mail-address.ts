import { MAIL_ADDRESS_CHARS_MAX } from "#app/domain/limits/mail.ts";

/** One address without a name. Whether mail arrives there is only known by sending one. */
const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+$/;

/** An address as a person types it; null where no engine could send to it. */
export function parseMailAddress(typed: string): string | null {
  const address = typed.trim();
  return address.length <= MAIL_ADDRESS_CHARS_MAX && ADDRESS.test(address) ? address : null;
}

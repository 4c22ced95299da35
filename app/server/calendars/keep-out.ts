import { and, eq } from "drizzle-orm";
import { calendarEvents } from "#app/server/db/schema-calendars.ts";
import { switchInAccounts } from "#app/server/calendars/list-events.ts";
import { toHex } from "#app/server/recorder/sink-token.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The link in the mail "Acta will join in an hour". Whoever has it keeps Acta out of this one event, and nothing else; it needs no session
 * and no row, and ends with the event. The token is `<person>.<account>.<event>.<end>.<mac>`; its end is that of the mail's moment.
 */
export type KeptOutEvent = { userId: string; accountId: string; eventId: string; endsAt: number };

export interface KeepOutTokens {
  tokenFor(event: KeptOutEvent): Promise<string>;
  /** The event of a link of ours; null for any other. */
  read(token: string): Promise<KeptOutEvent | null>;
}

export const KEEP_OUT_PATH = "/keep-out/";

const ENCODER = new TextEncoder();
const TOKEN = /^([0-9a-z-]{1,64})\.([0-9a-z-]{1,64})\.([0-9a-z-]{1,64})\.([0-9]{1,15})\.([0-9a-f]{64})$/;

export function keepOutTokens(secret: string): KeepOutTokens {
  const usages: KeyUsage[] = ["sign", "verify"];
  const keyOf = () =>
    crypto.subtle.importKey("raw", ENCODER.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, usages);
  return {
    async tokenFor({ userId, accountId, eventId, endsAt }) {
      const said = `${userId}.${accountId}.${eventId}.${endsAt}`;
      const mac = await crypto.subtle.sign("HMAC", await keyOf(), messageOf(said));
      return `${said}.${toHex(new Uint8Array(mac))}`;
    },
    async read(token) {
      const [, userId = "", accountId = "", eventId = "", endsAt = "", mac = ""] = TOKEN.exec(token) ?? [];
      if (mac === "") return null;
      const bytes = Uint8Array.from(mac.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      const said = `${userId}.${accountId}.${eventId}.${endsAt}`;
      const isOurs = await crypto.subtle.verify("HMAC", await keyOf(), bytes, messageOf(said));
      return isOurs ? { userId, accountId, eventId, endsAt: Number(endsAt) } : null;
    },
  };
}

/** Begins with a word of its own, so that no other token of the same secret is one of these. */
function messageOf(said: string): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(`keep-out\n${said}`);
}

/** Keeps Acta out of the event of a link, in every calendar of the person. False for a link that is not ours, or whose event is over or gone. */
export async function keepOut(
  services: Pick<Services, "db" | "calendarAccounts" | "keepOutTokens" | "log" | "now">,
  token: string,
): Promise<boolean> {
  const { db, now } = services;
  const asked = await services.keepOutTokens.read(token);
  if (asked === null) return false;
  const { userId, accountId, eventId } = asked;
  const [row] = await db
    .select({ key: calendarEvents.eventKey, endsAt: calendarEvents.endsAt })
    .from(calendarEvents)
    .where(
      and(eq(calendarEvents.id, eventId), eq(calendarEvents.userId, userId), eq(calendarEvents.accountId, accountId)),
    );
  // The event may have been moved since the mail: its end of now counts.
  if (!row || row.endsAt <= now()) return false;
  await switchInAccounts(services, { userId, eventKey: row.key, joins: false });
  services.log("calendar.kept-out", { accountId, eventId });
  return true;
}

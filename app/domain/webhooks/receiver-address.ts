import { WEBHOOK_URL_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";

/**
 * Decides whether Acta sends requests to an address that a person entered. The URL parser comes first: it turns "0x7f.1", "2130706433",
 * "[::1]" and full-width digits into one canonical form, so that the rules compare what would be connected to. A public name that leads
 * to a private address is not found here.
 */
export type AddressRefusal =
  | "no-address"
  | "not-https"
  | "other-port"
  | "with-user"
  | "ip-address"
  | "internal-name"
  | "own-address";

type AddressRules = {
  /** The host of Acta's own pages. */
  ownHost: string;
  /** The stand-in of one machine, as "http://127.0.0.1:8788"; null everywhere else. */
  localOrigin: string | null;
};

/** Ends of names that lead to no public host: RFC 2606, 6761, 6762, 7686, 8375 and 9476, and ICANN's reserved "internal". */
const INTERNAL_ENDS = [
  "localhost",
  "local",
  "internal",
  "localdomain",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "arpa",
  "onion",
  "alt",
  "test",
  "invalid",
  "example",
] as const;

/** The address in its canonical form, without its fragment, which no receiver gets. */
export function checkReceiver(text: string, { ownHost, localOrigin }: AddressRules): Outcome<string, AddressRefusal> {
  const url = text.length > WEBHOOK_URL_CHARS_MAX ? null : parse(text.trim());
  if (url === null) return refused("no-address");
  url.hash = "";
  if (url.username !== "" || url.password !== "") return refused("with-user");
  if (localOrigin !== null && url.origin === localOrigin) return ok(url.href);
  if (url.protocol !== "https:") return refused("not-https");
  // The parser leaves 443 out.
  if (url.port !== "") return refused("other-port");
  // "acta.example." is the same host.
  const host = url.hostname.replace(/\.+$/, "");
  if (host.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(host)) return refused("ip-address");
  if (isInternal(host)) return refused("internal-name");
  if (host === ownHost) return refused("own-address");
  return ok(url.href);
}

function isInternal(host: string): boolean {
  const labels = host.split(".");
  return labels.length < 2 || labels.includes("") || INTERNAL_ENDS.some((end) => labels.at(-1) === end);
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

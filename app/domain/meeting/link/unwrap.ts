import { type Address, only, readAddress } from "#app/domain/meeting/link/address.ts";
import { holdsLink } from "#app/domain/meeting/link/hidden-links.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";

/** A SafeLink around a link from a Google mail is wrapped twice. */
const WRAPPINGS_MAX = 3;

/**
 * Removes the wrappers that mail programs put around links and returns the inner address. Other addresses are returned unchanged.
 */
export function unwrap(address: Address): Outcome<Address, "not-a-meeting" | "two-links"> {
  let inner = address;
  for (let depth = 0; depth <= WRAPPINGS_MAX; depth += 1) {
    const name = wrapperParameter(inner);
    if (name === null) return ok(inner);
    const target = only(inner.query, name);
    if (target === null) return refused("two-links");
    const others = [...inner.query].filter(([key]) => key !== name);
    // A wrapper leads to one place; a second link in it is an attempt to deceive.
    if (others.some(([, value]) => holdsLink(value)) || holdsLink(inner.hash)) return refused("two-links");
    const next = readAddress(target);
    if (!next.ok) return next;
    inner = next.value;
  }
  return refused("not-a-meeting");
}

function wrapperParameter({ host, path, query }: Address): string | null {
  if ((host === "google.com" || host === "www.google.com") && path === "/url") return query.has("q") ? "q" : "url";
  return /^[a-z0-9-]+\.safelinks\.protection\.outlook\.com$/.test(host) ? "url" : null;
}

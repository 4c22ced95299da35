import { CALENDAR_CALL_MS_MAX, FEED_ADDRESS_CHARS_MAX, FEED_BYTES_MAX } from "#app/domain/limits/calendars.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";
import { readBounded, readRetryAfter } from "#app/server/adapters/calendars/provider-request.ts";
import type { CalendarFeedReader } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const REDIRECTS_MAX = 3;
const SERVICE = "feed";

/**
 * A calendar by its secret address. The address is a credential: no error and no log line holds it. `localOrigin`: the stand-in of
 * this machine, the only server that may be read without https.
 */
export function icsFeedReader({
  localOrigin,
  links,
}: {
  localOrigin: string | null;
  links: LinkRules;
}): CalendarFeedReader {
  const parseAddress = (text: string) => parseFeedAddress(text, localOrigin);

  async function open(address: string, etag: string | null): Promise<Response | null> {
    let target: string | null = address;
    for (let redirects = 0; target !== null && redirects <= REDIRECTS_MAX; redirects++) {
      const response = await get(target, etag);
      if (![301, 302, 303, 307, 308].includes(response.status)) return response;
      await response.body?.cancel();
      const location: string | null = response.headers.get("Location");
      // Also a redirect leads to public https addresses only. Without a place it would be the same address again.
      target = location && URL.canParse(location, target) ? parseAddress(new URL(location, target).href) : null;
    }
    return null;
  }

  return {
    parseAddress,
    async read(address, { window, etag, own }) {
      const known = parseAddress(address);
      const response = known && (await open(known, etag));
      if (!response) return refused("feed-address");
      if (response.status === 304) return ok("unchanged");
      if (response.status === 429 || response.status >= 500) {
        await response.body?.cancel();
        const retryAfterMs = readRetryAfter(response.headers.get("Retry-After"));
        throw new UpstreamError({ service: SERVICE, status: response.status, retryable: true, retryAfterMs });
      }
      if (!response.ok) {
        await response.body?.cancel();
        return refused("feed-content");
      }
      const read = readIcsEvents(await readBounded(response, FEED_BYTES_MAX, SERVICE), { window, own, links });
      return read === null ? refused("feed-content") : ok({ ...read, etag: response.headers.get("ETag") });
    },
  };
}

async function get(address: string, etag: string | null): Promise<Response> {
  try {
    return await fetch(address, {
      redirect: "manual",
      headers: { Accept: "text/calendar", ...(etag ? { "If-None-Match": etag } : {}) },
      signal: AbortSignal.timeout(CALENDAR_CALL_MS_MAX),
    });
  } catch {
    // The cause could quote the address.
    throw new UpstreamError({ service: SERVICE, retryable: true });
  }
}

/** Names that only mean something inside a network. */
const INSIDE = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid)$/;

/**
 * The address that is read, or null: https (webcal counts as https) at a public name without credentials and on the usual port. An
 * address of numbers is refused as a whole, so that no spelling of a private one passes.
 */
export function parseFeedAddress(text: string, localOrigin: string | null): string | null {
  const given = text.trim().replace(/^webcals?:/i, "https:");
  if (given.length > FEED_ADDRESS_CHARS_MAX || !URL.canParse(given)) return null;
  const url = new URL(given);
  if (localOrigin !== null && url.origin === localOrigin) return url.href;
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  const isName = host.includes(".") && /[a-z]/.test(host.slice(host.lastIndexOf(".") + 1)) && !host.startsWith("[");
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return null;
  return isName && !INSIDE.test(host) ? url.href : null;
}

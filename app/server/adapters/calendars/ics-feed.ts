import { CALENDAR_CALL_MS_MAX, FEED_ADDRESS_CHARS_MAX, FEED_BYTES_MAX } from "#app/domain/limits/calendars.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { runInTurns } from "#app/domain/turns.ts";
import { type IcsFound, icsFile, type IcsRead } from "#app/server/adapters/calendars/ics-events.ts";
import { feedDecoder } from "#app/server/adapters/calendars/ics/decode-feed.ts";
import type { CalendarFeedReader } from "#app/server/ports/calendar-provider.ts";
import { parseRetryAfter } from "#app/server/ports/ask-upstream.ts";
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
    async read(address, { etag, ...asked }) {
      const known = parseAddress(address);
      const response = known && (await open(known, etag));
      if (!response) return refused("feed-address");
      if (response.status === 304) return ok("unchanged");
      if (response.status === 429 || response.status >= 500) {
        await response.body?.cancel();
        const retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
        throw new UpstreamError({ service: SERVICE, status: response.status, retryable: true, retryAfterMs });
      }
      if (!response.ok) {
        await response.body?.cancel();
        return refused("feed-content");
      }
      const read = await readFile(response, { ...asked, links });
      return read === null ? refused("feed-content") : ok({ ...read, etag: response.headers.get("ETag") });
    },
  };
}

/**
 * Reads the file as it comes, so that no file is in memory as a whole, and lets others work meanwhile. Of a file that is longer than the limit
 * the rest is left, and the answer says so.
 */
async function readFile(response: Response, read: IcsRead): Promise<IcsFound | null> {
  const rest = () => new Promise<void>((resolve) => void setTimeout(resolve, 0));
  const file = icsFile(read);
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const decoder = feedDecoder(response.headers.get("Content-Type"));
  let bytes = 0;
  for (;;) {
    const { done, value } = (await readChunk(reader, response.status)) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    const room = FEED_BYTES_MAX - bytes;
    bytes += value.byteLength;
    await runInTurns(file.take(decoder.push(value.subarray(0, room))), rest);
    if (bytes > FEED_BYTES_MAX) {
      await reader?.cancel();
      break;
    }
  }
  await runInTurns(file.take(decoder.end()), rest);
  return runInTurns(file.finish({ isCut: bytes > FEED_BYTES_MAX }), rest);
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array> | undefined, status: number) {
  try {
    return await reader?.read();
  } catch {
    // The cause could quote the address.
    throw new UpstreamError({ service: SERVICE, status, retryable: true });
  }
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

import { type ConsentProvider, parseConsentProvider } from "#app/domain/calendar/calendar.ts";
import { CALENDAR_PUSH_BYTES_MAX, CALENDAR_VALIDATION_CHARS_MAX } from "#app/domain/limits/calendars.ts";
import { readNotifications } from "#app/server/calendars/read-notification.ts";
import { signChannel } from "#app/server/calendars/channel-token.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { tooManyRequests } from "#app/server/http/error-response.ts";
import { readAtMost } from "#app/server/http/read-body.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import type { Config } from "#workers/config.ts";

/**
 * Notifications of Google Calendar and Microsoft Graph. They come from no page and no person; each carries the token of the channel that
 * an account opened. Nothing in them is believed but "read this account soon".
 */
const PUSH_PATH = "/api/calendar-push/";

export function isCalendarPush(request: Request): boolean {
  return new URL(request.url).pathname.startsWith(PUSH_PATH);
}

/** Address that channels are opened to; null if the providers cannot reach this Acta, as on one machine without the stand-in. */
export function pushOf({ app, calendars, recorder }: Config): CalendarDeps["push"] {
  const isReached = calendars.localOrigin !== null || app.origin.startsWith("https://");
  if (!isReached) return null;
  return async (provider, channel) => ({
    address: `${app.origin}${PUSH_PATH}${provider}`,
    token: await signChannel(recorder.callSecret, channel),
  });
}

type Needs = { config: Config; services: Pick<Services, "rates" | "log" | "calendarAccounts"> };

export async function answerCalendarPush(request: Request, needs: Needs): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const provider = parseConsentProvider(pathname.slice(PUSH_PATH.length));
  if (request.method !== "POST" || provider === null) return refuseStranger(request, needs);
  const asks = ASKS_FIRST[provider];
  const validation = asks === null ? null : searchParams.get(asks);
  if (validation !== null) return echo(request, validation, needs);
  return takeNotifications(request, provider, needs);
}

/** The parameter of a provider that asks an address before it sends anything to it. */
const ASKS_FIRST: Record<ConsentProvider, string | null> = { google: null, microsoft: "validationToken" };

/** Graph asks an address before it makes a subscription, and waits ten seconds. It sends no secret with that. */
async function echo(request: Request, validation: string, needs: Needs): Promise<Response> {
  if (validation.length > CALENDAR_VALIDATION_CHARS_MAX) return refuseStranger(request, needs);
  return new Response(validation, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function takeNotifications(request: Request, provider: ConsentProvider, needs: Needs): Promise<Response> {
  const body = await readAtMost(request, CALENDAR_PUSH_BYTES_MAX);
  if (body === null) return refuseStranger(request, needs);
  const { config, services } = needs;
  const proven = await readNotifications(provider, { headers: request.headers, body }, config.recorder.callSecret);
  if (proven === null) return refuseStranger(request, needs);
  const told = await Promise.allSettled(
    proven.flatMap(({ accountId, channelId, notification }) =>
      notification === "opened"
        ? []
        : [services.calendarAccounts.of(accountId).receiveNotification(channelId, notification)],
    ),
  );
  const failure = told.find((one) => one.status === "rejected");
  if (failure === undefined) return new Response(null, { status: 202, headers: { "Cache-Control": "no-store" } });
  services.log("calendar.push.failed", { provider, error: faultOf(failure.reason) });
  // The provider sends it again.
  return Response.json({ error: "unavailable" }, { status: 503, headers: { "Cache-Control": "no-store" } });
}

/** Only requests without proof count against the rate limit: providers tell of many accounts from few addresses. */
async function refuseStranger(request: Request, { services }: Needs): Promise<Response> {
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("network", "calendar-push", network))) {
    return tooManyRequests(request);
  }
  return Response.json(
    { error: "unproven" },
    { status: 401, headers: { "Cache-Control": "no-store", "WWW-Authenticate": "Signature" } },
  );
}

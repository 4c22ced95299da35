import * as z from "zod";
import { CALENDAR_TOKEN_BYTES_MAX } from "#app/domain/limits/calendars.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { parsed } from "#app/server/adapters/calendars/oauth-tokens.ts";
import { callProvider } from "#app/server/adapters/calendars/provider-request.ts";
import type { CalendarChannels } from "#app/server/ports/calendar-provider.ts";

/** Subscriptions of Microsoft Graph: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks */

const subscriptionAnswer = z.object({ id: z.string().min(1), expirationDateTime: z.string() });

/** `api` is the base of the API's paths. */
export function graphSubscriptions(api: string): CalendarChannels {
  const send = (accessToken: string, method: "POST" | "PATCH" | "DELETE", path: string, json?: unknown) =>
    callProvider({
      service: "microsoft",
      url: `${api}/subscriptions${path}`,
      bytesMax: CALENDAR_TOKEN_BYTES_MAX,
      init: {
        method,
        headers: {
          Authorization: `Bearer ${accessToken}`,
          Accept: "application/json",
          ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      },
    });

  function channelOf(status: number, body: unknown, wantedAt: number) {
    const { id, expirationDateTime } = parsed("microsoft", status, subscriptionAnswer, body);
    const expiresAt = Date.parse(expirationDateTime);
    return ok({ remoteId: id, expiresAt: Number.isNaN(expiresAt) ? wantedAt : expiresAt });
  }

  return {
    async open(accessToken, { providerCalendarId, address, token, expiresAt }) {
      // Graph asks the address before it answers.
      const { status, body } = await send(accessToken, "POST", "", {
        changeType: "created,updated,deleted",
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        resource: `/me/calendars/${providerCalendarId}/events`,
        expirationDateTime: new Date(expiresAt).toISOString(),
        clientState: token,
      });
      if (status === 401) return refused("token-refused");
      if (status >= 400) return refused("not-offered");
      return channelOf(status, body, expiresAt);
    },

    async renew(accessToken, { remoteId, expiresAt }) {
      const change = { expirationDateTime: new Date(expiresAt).toISOString() };
      const { status, body } = await send(accessToken, "PATCH", `/${encodeURIComponent(remoteId)}`, change);
      if (status === 401) return refused("token-refused");
      if (status >= 400) return refused("gone");
      return channelOf(status, body, expiresAt);
    },

    async close(accessToken, { remoteId }) {
      await send(accessToken, "DELETE", `/${encodeURIComponent(remoteId)}`);
    },
  };
}

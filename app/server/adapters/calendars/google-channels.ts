import * as z from "zod";
import { CALENDAR_TOKEN_BYTES_MAX } from "#app/domain/limits/calendars.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { parsed } from "#app/server/adapters/calendars/oauth-tokens.ts";
import { callProvider } from "#app/server/adapters/calendars/provider-request.ts";
import type { CalendarChannels } from "#app/server/ports/calendar-provider.ts";

/** Watch channels of Google Calendar: https://developers.google.com/workspace/calendar/api/guides/push */

const channelAnswer = z.object({ resourceId: z.string().min(1), expiration: z.coerce.number().optional() });

/** `api` is the base of the API's paths. */
export function googleChannels(api: string): CalendarChannels {
  const post = (accessToken: string, path: string, json: unknown) =>
    callProvider({
      service: "google",
      url: `${api}${path}`,
      bytesMax: CALENDAR_TOKEN_BYTES_MAX,
      init: {
        method: "POST",
        headers: {
          Authorization: `Bearer ${accessToken}`,
          Accept: "application/json",
          "Content-Type": "application/json",
        },
        body: JSON.stringify(json),
      },
    });

  return {
    async open(accessToken, { providerCalendarId, channelId, address, token, expiresAt }) {
      const path = `/calendars/${encodeURIComponent(providerCalendarId)}/events/watch`;
      const asked = { id: channelId, type: "web_hook", address, token, expiration: String(expiresAt) };
      const { status, body } = await post(accessToken, path, asked);
      if (status === 401) return refused("token-refused");
      // Calendars of holidays and the like offer no channels, and a domain may not be accepted.
      if (status >= 400) return refused("not-offered");
      const { resourceId, expiration } = parsed("google", status, channelAnswer, body);
      return ok({ remoteId: resourceId, expiresAt: expiration ?? expiresAt });
    },

    // A channel of Google cannot be renewed: another one takes its place.
    renew: async () => refused("gone"),

    async close(accessToken, { channelId, remoteId }) {
      await post(accessToken, "/channels/stop", { id: channelId, resourceId: remoteId });
    },
  };
}

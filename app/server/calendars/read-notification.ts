import * as z from "zod";
import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";
import { CALENDAR_NOTIFICATIONS_MAX } from "#app/domain/limits/calendars.ts";
import { type ChannelAddress, verifyChannel } from "#app/server/calendars/channel-token.ts";
import type { ChannelNotification } from "#app/server/ports/calendar-provider.ts";

type Notification = ChannelAddress & { notification: ChannelNotification };

/** The proven notifications of a request, each channel once; null where none is proven. */
export async function readNotifications(
  provider: ConsentProvider,
  { headers, body }: { headers: Headers; body: Uint8Array },
  secret: string,
): Promise<Notification[] | null> {
  const received = READERS[provider](headers, body);
  const proven = new Map<string, Notification>();
  for (const { token, notification } of received) {
    const address = await verifyChannel(secret, token);
    if (address === null) continue;
    const known = proven.get(address.channelId);
    // One channel may tell many changes in one request; its end is what matters most.
    if (known === undefined || RANK[notification] > RANK[known.notification]) {
      proven.set(address.channelId, { ...address, notification });
    }
  }
  return proven.size === 0 ? null : [...proven.values()];
}

const RANK: Record<ChannelNotification, number> = { opened: 0, changed: 1, expiring: 2, ended: 3 };

type Received = { token: string; notification: ChannelNotification };

const READERS: Record<ConsentProvider, (headers: Headers, body: Uint8Array) => Received[]> = {
  google: fromGoogle,
  microsoft: (_headers, body) => fromGraph(body),
};

/** https://developers.google.com/workspace/calendar/api/guides/push: headers only. */
function fromGoogle(headers: Headers): Received[] {
  const token = headers.get("X-Goog-Channel-Token");
  if (token === null) return [];
  return [{ token, notification: headers.get("X-Goog-Resource-State") === "sync" ? "opened" : "changed" }];
}

const graphBody = z.object({ value: z.array(z.unknown()).max(CALENDAR_NOTIFICATIONS_MAX) });
const graphEntry = z.object({ clientState: z.string().max(128), lifecycleEvent: z.string().nullish() });

/**
 * https://learn.microsoft.com/graph/change-notifications-lifecycle-events: `missed` is a change like any other. One request tells of many
 * accounts: an entry that cannot be read keeps none of them from its own.
 */
function fromGraph(body: Uint8Array): Received[] {
  const read = graphBody.safeParse(parseJson(body));
  if (!read.success) return [];
  return read.data.value.flatMap((each) => {
    const entry = graphEntry.safeParse(each).data;
    return entry ? [{ token: entry.clientState, notification: notificationOf(entry.lifecycleEvent) }] : [];
  });
}

function notificationOf(lifecycleEvent: string | null | undefined): ChannelNotification {
  if (lifecycleEvent === "subscriptionRemoved") return "ended";
  return lifecycleEvent === "reauthorizationRequired" ? "expiring" : "changed";
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

import { backOffDelayMs } from "#app/domain/back-off.ts";
import { randomId } from "#app/domain/ids.ts";
import {
  CALENDAR_CHANNEL_BACK_OFF,
  CALENDAR_CHANNEL_MS,
  CALENDAR_CHANNEL_REFUSED_MS,
  CALENDAR_CHANNEL_RENEW_MS_MIN,
  CALENDAR_CHANNEL_RENEW_PART,
  CALENDAR_CHANNELS_PER_TURN,
  CALENDAR_PUSH_GAP_MS,
} from "#app/domain/limits/calendars.ts";
import { faultOf } from "#app/server/log.ts";
import type { CalendarChannel, ChannelNotification } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { type AccountRow, readAccount } from "#workers/calendar/store.ts";
import { type CalendarRow, readCalendars } from "#workers/calendar/store-calendars.ts";
import {
  type ChannelRow,
  expireChannels,
  forgetChannel,
  readChannels,
  readWait,
  saveChannel,
  saveWait,
} from "#workers/calendar/store-channels.ts";
import { withToken } from "#workers/calendar/sync.ts";
import type { Tokens } from "#workers/calendar/tokens.ts";

/**
 * Push channels of active calendars: opened, renewed before they end, and closed. They only make an account read sooner, so what fails
 * here is logged and tried again later, and never fails a sync.
 */

type Needs = { storage: DurableObjectStorage; deps: CalendarDeps; tokens: Tokens };

/** After a sync that went well. True: a channel was opened, and the account is to be read once more. */
export async function keepChannels(needs: Needs): Promise<boolean> {
  const { storage, deps } = needs;
  const { sql } = storage;
  const account = readAccount(sql);
  if (account === null || account.isLeaving || account.state !== "ok" || account.provider === "ics") return false;
  const active = readCalendars(sql).filter(({ settings }) => settings.active);
  // Those that were replaced, those of calendars that are not active any more, and those that were asked for without an answer.
  const kept = new Set(active.flatMap(({ calendarId }) => channelOf(sql, calendarId)?.channelId ?? []));
  for (const channel of readChannels(sql)) if (!kept.has(channel.channelId)) await close(needs, channel);
  if (deps.push === null) return false;
  let hasOpened = false;
  let left = CALENDAR_CHANNELS_PER_TURN;
  for (const calendar of active) {
    const channel = channelOf(sql, calendar.calendarId);
    const now = deps.now();
    if (left <= 0 || (channel && channel.renewAt > now) || readWait(sql, calendar.calendarId).retryAt > now) continue;
    left -= 1;
    if ((await openOrRenew(needs, { account, calendar, channel })) === "opened") hasOpened = true;
  }
  return hasOpened;
}

/** The newest channel of a calendar that its provider has confirmed. */
function channelOf(sql: SqlStorage, calendarId: string): ChannelRow | undefined {
  return readChannels(sql).findLast((channel) => channel.calendarId === calendarId && channel.remoteId !== null);
}

type Asked = { account: AccountRow; calendar: CalendarRow; channel: ChannelRow | undefined };

async function openOrRenew(
  needs: Needs,
  { account, calendar, channel }: Asked,
): Promise<"opened" | "renewed" | "none"> {
  const { storage, deps } = needs;
  const { sql } = storage;
  const { calendarId } = calendar;
  const { failures } = readWait(sql, calendarId);
  const { accountId, provider } = account;
  try {
    if (channel && (await renew(needs, channel))) {
      saveWait(sql, calendarId, null);
      return "renewed";
    }
    if (await open(needs, account, calendar)) {
      saveWait(sql, calendarId, null);
      if (channel) await close(needs, channel);
      return "opened";
    }
    saveWait(sql, calendarId, { failures: failures + 1, retryAt: deps.now() + CALENDAR_CHANNEL_REFUSED_MS });
    deps.log("calendar.channel.refused", { accountId, provider });
  } catch (error) {
    const upstream = error instanceof UpstreamError ? error : null;
    const waitMs = backOffDelayMs(
      CALENDAR_CHANNEL_BACK_OFF,
      failures + 1,
      deps.random(),
      upstream?.retryAfterMs ?? null,
    );
    saveWait(sql, calendarId, { failures: failures + 1, retryAt: deps.now() + waitMs });
    deps.log("calendar.channel.failed", { accountId, provider, error: faultOf(error), status: upstream?.status });
  }
  return "none";
}

async function renew(needs: Needs, channel: ChannelRow): Promise<boolean> {
  const { storage, deps } = needs;
  const { remoteId } = channel;
  const channels = channelsOf(needs);
  if (remoteId === null || channels === null) return false;
  const expiresAt = deps.now() + CALENDAR_CHANNEL_MS;
  const renewed = await withToken<CalendarChannel, "gone">(needs, (access) =>
    channels.renew(access, { remoteId, expiresAt }),
  );
  if (!renewed.ok) return false;
  saveChannel(storage.sql, { ...channel, renewAt: renewAtOf(renewed.value, deps.now()) });
  return true;
}

/** False: the provider offers no channel for this calendar. */
async function open(needs: Needs, account: AccountRow, calendar: CalendarRow): Promise<boolean> {
  const { storage, deps } = needs;
  const channels = channelsOf(needs);
  if (deps.push === null || channels === null || account.provider === "ics") return false;
  const { calendarId, providerCalendarId } = calendar;
  const channelId = randomId();
  const { address, token } = await deps.push(account.provider, { accountId: account.accountId, channelId });
  // Stored first: should the process end before the answer, the row shows that a channel may be open.
  saveChannel(storage.sql, { channelId, calendarId, remoteId: null, renewAt: 0 });
  const expiresAt = deps.now() + CALENDAR_CHANNEL_MS;
  const opened = await withToken<CalendarChannel, "not-offered">(needs, (access) =>
    channels.open(access, { providerCalendarId, channelId, address, token, expiresAt }),
  );
  if (!opened.ok) {
    forgetChannel(storage.sql, channelId);
    return false;
  }
  const { remoteId } = opened.value;
  storage.transactionSync(() => {
    saveChannel(storage.sql, { channelId, calendarId, remoteId, renewAt: renewAtOf(opened.value, deps.now()) });
    // A change between the sync and the channel was told to nobody.
    readSoon(storage.sql, deps.now());
  });
  return true;
}

function renewAtOf({ expiresAt }: CalendarChannel, now: number): number {
  return now + Math.max(CALENDAR_CHANNEL_RENEW_MS_MIN, Math.round((expiresAt - now) * CALENDAR_CHANNEL_RENEW_PART));
}

/** A channel without an answer cannot be closed; it ends by itself, and its notifications are not listened to. */
async function close(needs: Needs, { channelId, remoteId }: ChannelRow): Promise<void> {
  const { storage, deps } = needs;
  const channels = channelsOf(needs);
  forgetChannel(storage.sql, channelId);
  if (remoteId === null || channels === null) return;
  try {
    const access = await needs.tokens.access();
    if (access.ok) await channels.close(access.value, { channelId, remoteId });
  } catch (error) {
    deps.log("calendar.channel.unclosed", { accountId: readAccount(storage.sql)?.accountId, error: faultOf(error) });
  }
}

/** Before the account gives its token back. */
export async function closeChannels(needs: Needs): Promise<void> {
  for (const channel of readChannels(needs.storage.sql)) await close(needs, channel);
}

function channelsOf({ storage, deps }: Needs) {
  const provider = readAccount(storage.sql)?.provider ?? "ics";
  return provider === "ics" ? null : deps.clients[provider].channels;
}

/** True: the account is to be read soon. A notification of a channel that the account does not have changes nothing. */
export function receiveNotification(
  sql: SqlStorage,
  { channelId, notification, now }: { channelId: string; notification: ChannelNotification; now: number },
): boolean {
  const channel = readChannels(sql).find((one) => one.channelId === channelId);
  if (!channel || notification === "opened") return false;
  if (notification === "ended") forgetChannel(sql, channelId);
  if (notification === "expiring") expireChannels(sql, channelId);
  return readSoon(sql, now);
}

/** Not where the account waits after a failure: its provider may have asked for the wait, and what follows reads all changes. */
export function readSoon(sql: SqlStorage, now: number): boolean {
  const account = readAccount(sql);
  if (account === null || account.isLeaving || account.failures > 0) return false;
  const at = Math.max(now, (account.syncedAt ?? 0) + CALENDAR_PUSH_GAP_MS);
  sql.exec("UPDATE account SET next_sync_at = min(next_sync_at, ?)", at);
  return true;
}

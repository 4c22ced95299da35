import { DurableObject } from "cloudflare:workers";
import { randomId } from "#app/domain/ids.ts";
import { CALENDAR_BATCHES_AT_ONCE } from "#app/domain/limits/calendars.ts";
import type { CalendarMail } from "#app/domain/mail/mail-content.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { removeProjection } from "#app/server/calendars/project-account.ts";
import { faultOf } from "#app/server/log.ts";
import type {
  AccountBirth,
  AvailableCalendar,
  CalendarAccountMethods,
  CalendarSettings,
} from "#app/server/ports/calendar-account.ts";
import type { ChannelNews } from "#app/server/ports/calendar-provider.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";
import { closeChannels, hearNews, keepChannels, readSoon } from "#workers/calendar/channels.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { handOverEvents } from "#workers/calendar/hand-over.ts";
import { flush, followMeetings, isBehind } from "#workers/calendar/project.ts";
import {
  type AccountRow,
  insertCalendar,
  migrateCalendarStore,
  readAccount,
  readCalendars,
  saveAccount,
  saveSettings,
} from "#workers/calendar/store.ts";
import { expireChannels } from "#workers/calendar/store-channels.ts";
import { removeWhere, saveSwitch, touchEvents } from "#workers/calendar/store-events.ts";
import { syncAccount } from "#workers/calendar/sync.ts";
import { isLossUntold, mailableNow, nextTellingAt, tellPerson } from "#workers/calendar/tell-person.ts";
import { secretContext, type Tokens, tokensIn } from "#workers/calendar/tokens.ts";
import type { Env } from "#workers/config.ts";
import { runAlarm, setAlarmFor } from "#workers/durable/alarm.ts";
import { inRounds, type Rounds } from "#workers/durable/outbox.ts";

/** Wait before what D1 or a meeting did not take is tried again. */
const RETRY_MS = 5000;

/**
 * One connected account: its token, its calendars and their events. It reads the provider, and brings D1 and planned meetings in line
 * with what it read.
 */
export class CalendarAccountObject extends DurableObject<Env> implements CalendarAccountMethods {
  readonly #deps: CalendarDeps;
  readonly #tokens: Tokens;
  readonly #rounds: Rounds;
  #wantsSync = false;
  /** A notification came: what a sync under way has read may be older than the change. */
  #heardNews = false;

  /** `deps`: tests bring clients and a clock of their own. */
  constructor(ctx: DurableObjectState, env: Env, deps: CalendarDeps = composeCalendar(env)) {
    super(ctx, env);
    migrateCalendarStore(ctx.storage);
    this.#deps = deps;
    this.#tokens = tokensIn(ctx.storage, deps);
    this.#rounds = inRounds(() => this.#round());
  }

  async begin(birth: AccountBirth) {
    const { storage } = this.ctx;
    const { accountId, userId, workspaceId, name, provider, createdAt } = birth;
    const text = birth.provider === "ics" ? birth.address : JSON.stringify(birth.tokens);
    const secret = await this.#deps.secretBox.seal(text, secretContext({ accountId }));
    const subject = birth.provider === "ics" ? birth.subject : birth.owner.subject;
    const address = birth.provider === "ics" ? null : birth.owner.email;
    storage.transactionSync(() => {
      saveAccount(
        storage.sql,
        { accountId, userId, workspaceId, provider, subject, name, address, secret, createdAt },
        this.#deps.now(),
      );
      // A new consent may have ended the channels of the former one.
      expireChannels(storage.sql);
      if (provider === "ics") {
        insertCalendar(storage.sql, { calendarId: randomId(), providerCalendarId: "feed", name, isPrimary: true });
      }
    });
    // The rows are there when this resolves: the page that comes next shows the account.
    await this.#change();
  }

  async available(userId: string) {
    const { sql } = this.ctx.storage;
    const account = this.#accountOf(userId);
    if (account === null) return refused("not-found");
    const known = readCalendars(sql);
    const shown = (providerCalendarId: string) => {
      const calendar = known.find((one) => one.providerCalendarId === providerCalendarId);
      const { active = false, visible = false } = calendar?.settings ?? {};
      return { calendarId: calendar?.calendarId ?? null, providerCalendarId, active, visible };
    };
    if (account.provider === "ics") {
      return ok(
        known.map(
          ({ providerCalendarId, name }): AvailableCalendar => ({
            ...shown(providerCalendarId),
            name,
            primary: true,
          }),
        ),
      );
    }
    const client = this.#deps.clients[account.provider];
    for (const fresh of [false, true]) {
      const access = await this.#tokens.access(fresh);
      if (!access.ok) return refused("calendar-reconnect");
      const listed = await client.listCalendars(access.value);
      if (listed.ok) {
        return ok(
          listed.value.map(({ providerCalendarId, name, primary }) => ({
            ...shown(providerCalendarId),
            name,
            primary,
          })),
        );
      }
    }
    return refused("calendar-reconnect");
  }

  async connectCalendar(userId: string, providerCalendarId: string) {
    const available = await this.available(userId);
    if (!available.ok) return available;
    const found = available.value.find((one) => one.providerCalendarId === providerCalendarId);
    if (!found) return refused("not-found");
    const { storage } = this.ctx;
    insertCalendar(storage.sql, {
      calendarId: found.calendarId ?? randomId(),
      providerCalendarId,
      name: found.name,
      isPrimary: found.primary,
    });
    const calendar = readCalendars(storage.sql).find((one) => one.providerCalendarId === providerCalendarId);
    if (!calendar) return refused("not-found");
    await this.changeCalendars(userId, [calendar.calendarId], { active: true });
    return ok(calendar.calendarId);
  }

  async changeCalendars(userId: string, calendarIds: string[], change: Partial<CalendarSettings>) {
    if (this.#accountOf(userId) === null) return refused("not-found");
    const { storage } = this.ctx;
    const own = readCalendars(storage.sql).filter(({ calendarId }) => calendarIds.includes(calendarId));
    if (own.length === 0) return refused("not-found");
    storage.transactionSync(() => {
      for (const { calendarId, settings } of own) {
        saveSettings(storage.sql, calendarId, { ...settings, ...change });
        touchEvents(storage.sql, calendarId);
      }
    });
    await this.#change();
    return ok(null);
  }

  async switchEvent(userId: string, eventKey: string, joins: boolean | null) {
    if (this.#accountOf(userId) === null) return refused("not-found");
    const { storage } = this.ctx;
    const isKnown = storage.transactionSync(() => saveSwitch(storage.sql, eventKey, joins, this.#deps.now()));
    if (!isKnown) return refused("not-found");
    await followMeetings({ storage, deps: this.#deps });
    await flush({ storage, deps: this.#deps });
    return ok(null);
  }

  async sync() {
    const account = readAccount(this.ctx.storage.sql);
    if (account === null) return null;
    this.#wantsSync = true;
    await this.#rounds.run();
    return readAccount(this.ctx.storage.sql)?.state ?? null;
  }

  async handOver(eventIds: string[]) {
    const { storage } = this.ctx;
    const handed = await handOverEvents({ storage, deps: this.#deps }, eventIds);
    await this.#settleSoon();
    return handed;
  }

  async hear(channelId: string, news: ChannelNews) {
    if (!hearNews(this.ctx.storage.sql, channelId, news, this.#deps.now())) return;
    this.#heardNews = true;
    await this.#arm(0);
  }

  async mailable(mail: CalendarMail) {
    return mailableNow({ storage: this.ctx.storage, deps: this.#deps }, mail);
  }

  async disconnect(userId: string) {
    const { storage } = this.ctx;
    if (this.#accountOf(userId) === null) return;
    storage.transactionSync(() => {
      storage.sql.exec("UPDATE account SET leaving = 1");
      removeWhere(storage.sql, "1 = 1");
    });
    // Should the process end, the alarm goes on.
    await this.#arm(0);
    await this.#rounds.run();
  }

  async reseal() {
    await this.#tokens.reseal();
  }

  override async alarm(): Promise<void> {
    await runAlarm({
      work: async () => {
        await this.#rounds.run();
        return { notBefore: 0 };
      },
      arm: (notBefore) => this.#arm(notBefore),
      event: "calendar.alarm.failed",
      log: this.#deps.log,
      now: this.#deps.now,
    });
  }

  #accountOf(userId: string): AccountRow | null {
    const account = readAccount(this.ctx.storage.sql);
    return account === null || account.userId !== userId || account.isLeaving ? null : account;
  }

  /** After a change by the person: D1 has it when this resolves, of a large calendar the first events; the provider is read soon. */
  async #change(): Promise<void> {
    const { storage } = this.ctx;
    storage.sql.exec("UPDATE account SET next_sync_at = min(next_sync_at, ?)", this.#deps.now());
    await flush({ storage, deps: this.#deps }, CALENDAR_BATCHES_AT_ONCE);
    await this.#arm(0);
  }

  async #round(): Promise<void> {
    const { storage } = this.ctx;
    const account = readAccount(storage.sql);
    if (account === null) return;
    if (account.isLeaving) return this.#leave(account);
    if (this.#wantsSync || account.nextSyncAt <= this.#deps.now()) {
      this.#wantsSync = false;
      this.#heardNews = false;
      await syncAccount({ storage, deps: this.#deps, tokens: this.#tokens });
      if (this.#heardNews) readSoon(storage.sql, this.#deps.now());
    }
    await this.#settleSoon();
    if (await keepChannels({ storage, deps: this.#deps, tokens: this.#tokens })) await this.#arm(0);
  }

  /** What the provider says is stored; D1 and the meetings follow now, or a little later. */
  async #settleSoon(): Promise<void> {
    const { storage } = this.ctx;
    try {
      await followMeetings({ storage, deps: this.#deps });
      await flush({ storage, deps: this.#deps });
      await tellPerson({ storage, deps: this.#deps });
      await this.#arm(0);
    } catch (error) {
      this.#deps.log("calendar.settle.failed", { error: faultOf(error) });
      await this.#arm(this.#deps.now() + RETRY_MS);
    }
  }

  /** The account ends: planned meetings, rows, token, and then everything here. */
  async #leave({ accountId, workspaceId, provider }: AccountRow): Promise<void> {
    const { storage } = this.ctx;
    await followMeetings({ storage, deps: this.#deps });
    await removeProjection(this.#deps.db, accountId);
    await closeChannels({ storage, deps: this.#deps, tokens: this.#tokens });
    await this.#deps.forgetMails(workspaceId, accountId);
    await this.#tokens.revoke();
    await storage.deleteAlarm();
    await storage.deleteAll();
    migrateCalendarStore(storage);
    this.#deps.log("calendar.disconnected", { accountId, provider });
  }

  async #arm(notBefore: number): Promise<void> {
    const { storage } = this.ctx;
    const account = readAccount(storage.sql);
    if (account === null) return;
    const now = this.#deps.now();
    const { sql } = storage;
    const isDue = account.isLeaving || isBehind(sql) || isLossUntold(sql);
    const dueAt = isDue
      ? Math.max(now, notBefore)
      : Math.min(account.nextSyncAt, nextTellingAt(sql, now) ?? account.nextSyncAt);
    await setAlarmFor(storage, { dueAt, notBefore, isBusy: false, now });
  }
}

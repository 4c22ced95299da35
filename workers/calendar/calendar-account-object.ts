import { DurableObject } from "cloudflare:workers";
import { CALENDAR_BATCHES_AT_ONCE, CALENDAR_QUIET_MS } from "#app/domain/limits/calendars.ts";
import type { CalendarMail } from "#app/domain/mail/mail-content.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { faultOf } from "#app/server/log.ts";
import type { AccountBirth, CalendarAccountMethods, CalendarSettings } from "#app/server/ports/calendar-account.ts";
import type { ChannelNotification } from "#app/server/ports/calendar-provider.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";
import { saveBirth } from "#workers/calendar/begin-account.ts";
import { keepChannels, readSoon, receiveNotification } from "#workers/calendar/channels.ts";
import { addCalendar, changeSettings, listAvailable } from "#workers/calendar/choose-calendars.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { beginEnd, endAccount } from "#workers/calendar/end-account.ts";
import { handOverEvents } from "#workers/calendar/hand-over.ts";
import { nextJoinAt } from "#workers/calendar/join-times.ts";
import { flush, isBehind, settle } from "#workers/calendar/project.ts";
import { resealRevocation, retryRevocation, revocationAt } from "#workers/calendar/revocation.ts";
import { type AccountRow, doubtNet, migrateCalendarStore, readAccount } from "#workers/calendar/store.ts";
import { connectedCalendars } from "#workers/calendar/store-calendars.ts";
import { doubtEvents, saveSwitch } from "#workers/calendar/store-events.ts";
import { readEvents, readEventsOf } from "#workers/calendar/store-plan.ts";
import { syncAccount } from "#workers/calendar/sync.ts";
import { isLossUntold, mailableNow, nextTellingAt, peopleOf, tellPerson } from "#workers/calendar/tell-person.ts";
import { type Tokens, tokensIn } from "#workers/calendar/tokens.ts";
import type { Env } from "#workers/config.ts";
import { runAlarm, setAlarmFor } from "#workers/durable/alarm.ts";
import { inRounds, type Rounds } from "#workers/durable/outbox.ts";

/** Wait before what D1 or a meeting did not take is tried again. */
const RETRY_MS = 5000;

/** The time of the next event that the alarm is set for, beside the tables. */
const JOIN_AT = "join-at";

/**
 * One connected account: its token, its calendars and their events. It reads the provider, and brings D1 and planned meetings in line
 * with what it read.
 */
export class CalendarAccountObject extends DurableObject<Env> implements CalendarAccountMethods {
  readonly #deps: CalendarDeps;
  readonly #needs: { storage: DurableObjectStorage; deps: CalendarDeps; tokens: Tokens };
  readonly #rounds: Rounds;
  #wantsSync = false;
  /** A notification came: what a sync under way has read may be older than the change. */
  #wasNotified = false;
  /** D1, a meeting or the workspace did not take something: until then it is not tried again. */
  #retryAt = 0;

  /** `deps`: tests bring clients and a clock of their own. */
  constructor(ctx: DurableObjectState, env: Env, deps: CalendarDeps = composeCalendar(env)) {
    super(ctx, env);
    migrateCalendarStore(ctx.storage);
    this.#deps = deps;
    this.#needs = { storage: ctx.storage, deps, tokens: tokensIn(ctx.storage, deps) };
    this.#rounds = inRounds(() => this.#round());
  }

  async begin(birth: AccountBirth) {
    await saveBirth(this.#needs, birth);
    this.#needs.tokens.noteConsent();
    // At once: should D1 fail or the process end before it has the account, the alarm goes on.
    await this.#arm(0);
    // The rows are there when this resolves: the page that comes next shows the account.
    await this.#change();
  }

  async available(userId: string) {
    const account = this.#accountOf(userId);
    if (account === null) return refused("not-found");
    const available = await listAvailable(this.#needs, account);
    // A refusal of the provider changes the account's state.
    await this.#settleSoon();
    return available;
  }

  async connectCalendar(userId: string, providerCalendarId: string) {
    const account = this.#accountOf(userId);
    if (account === null) return refused("not-found");
    const added = await addCalendar(this.#needs, account, providerCalendarId);
    await (added.ok ? this.#changeOrLater() : this.#settleSoon());
    return added.ok ? ok(connectedCalendars(this.ctx.storage.sql, [added.value])) : added;
  }

  async changeCalendars(userId: string, calendarIds: string[], change: Partial<CalendarSettings>) {
    if (this.#accountOf(userId) === null) return refused("not-found");
    if (!changeSettings(this.#needs, calendarIds, change)) return refused("not-found");
    await this.#changeOrLater();
    return ok(connectedCalendars(this.ctx.storage.sql, calendarIds));
  }

  async switchEvent(userId: string, eventKey: string, joins: boolean | null) {
    if (this.#accountOf(userId) === null) return refused("not-found");
    const { storage } = this.ctx;
    const isKnown = storage.transactionSync(() => saveSwitch(storage.sql, eventKey, joins, this.#deps.now()));
    if (!isKnown) return refused("not-found");
    await settle(this.#needs);
    return ok(null);
  }

  async sync() {
    const account = readAccount(this.ctx.storage.sql);
    if (account === null) return null;
    this.#wantsSync = true;
    await this.#rounds.run();
    return readAccount(this.ctx.storage.sql)?.state ?? null;
  }

  async handOver() {
    const { due, handed } = await handOverEvents(this.#needs);
    // Woken for nothing: D1 has another time.
    if (due === 0) doubtNet(this.ctx.storage.sql);
    await this.#settleSoon();
    return handed;
  }

  async writeEventsAgain(userId: string) {
    if (this.#accountOf(userId) === null) return;
    doubtEvents(this.ctx.storage.sql);
    await this.#settleSoon();
  }

  async receiveNotification(channelId: string, notification: ChannelNotification) {
    const now = this.#deps.now();
    if (!receiveNotification(this.ctx.storage.sql, { channelId, notification, now })) return;
    this.#wasNotified = true;
    await this.#arm(0);
  }

  async invitations(userId: string, meetIds: string[]) {
    const account = this.#accountOf(userId);
    if (account === null) return [];
    // The provider may have asked for the wait: a question does not shorten it.
    if (account.failures > 0 && account.nextSyncAt > this.#deps.now()) return [];
    if ((await this.sync()) !== "ok") return [];
    return readEventsOf(this.ctx.storage.sql, meetIds);
  }

  async invitedNames(userId: string, meetId: string) {
    if (this.#accountOf(userId) === null) return [];
    const events = readEventsOf(this.ctx.storage.sql, [meetId]).filter(({ isCancelled }) => !isCancelled);
    return [...new Set(events.flatMap(({ names }) => names ?? []))];
  }

  async invitedAddresses(userId: string, meetId: string) {
    if (this.#accountOf(userId) === null) return [];
    const events = readEventsOf(this.ctx.storage.sql, [meetId]).filter(({ isCancelled }) => !isCancelled);
    return [...new Set(events.flatMap(({ people }) => people))];
  }

  async peopleOf(userId: string, eventId: string) {
    const account = this.#accountOf(userId);
    const [row] = account === null ? [] : readEvents(this.ctx.storage.sql, [eventId]);
    return account && row ? peopleOf(row, account) : [];
  }

  async mailable(mail: CalendarMail) {
    return mailableNow(this.#needs, mail);
  }

  async disconnect(userId: string) {
    if (this.#accountOf(userId) === null) return;
    beginEnd(this.ctx.storage);
    // Should the process end, the alarm goes on.
    await this.#arm(0);
    await this.#rounds.run();
  }

  async reseal() {
    const hasAccount = await this.#needs.tokens.reseal();
    return (await resealRevocation(this.#needs)) || hasAccount;
  }

  override async alarm(): Promise<void> {
    await runAlarm({
      work: async () => {
        // First: the round sets the alarm anew.
        await this.#join();
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
    await flush(this.#needs, CALENDAR_BATCHES_AT_ONCE);
    await this.#arm(0);
  }

  /** The same where the answer comes from here: D1 gets later what it does not take now. */
  async #changeOrLater(): Promise<void> {
    try {
      await this.#change();
    } catch (error) {
      this.#deps.log("calendar.settle.failed", { error: faultOf(error) });
      await this.#arm(this.#deps.now() + RETRY_MS);
    }
  }

  async #round(): Promise<void> {
    const { storage } = this.ctx;
    const account = readAccount(storage.sql);
    if (account === null) return retryRevocation(this.#needs);
    if (!account.isLeaving && (this.#wantsSync || account.nextSyncAt <= this.#deps.now())) {
      this.#wantsSync = false;
      this.#wasNotified = false;
      if ((await syncAccount(this.#needs)) === "person-gone") beginEnd(storage);
      if (this.#wasNotified) readSoon(storage.sql, this.#deps.now());
    }
    const current = readAccount(storage.sql);
    if (current?.isLeaving) return endAccount(this.#needs, current);
    await this.#settleSoon();
    if (await keepChannels(this.#needs)) await this.#arm(0);
  }

  /** The time of an event has come, for which the alarm was set. */
  async #join(): Promise<void> {
    const { storage } = this.ctx;
    const from = await storage.get<number>(JOIN_AT);
    const now = this.#deps.now();
    if (from === undefined || from > now) return;
    await storage.delete(JOIN_AT);
    // At a full hour D1 has enough to do: the provider is read a minute later, or when it notifies.
    storage.sql.exec("UPDATE account SET next_sync_at = max(next_sync_at, ?)", now + CALENDAR_QUIET_MS);
    await this.handOver();
  }

  /** The provider's answer is stored; D1 and the meetings follow now, or a little later. */
  async #settleSoon(): Promise<void> {
    try {
      await settle(this.#needs);
      await tellPerson(this.#needs);
      this.#retryAt = 0;
    } catch (error) {
      this.#deps.log("calendar.settle.failed", { error: faultOf(error) });
      this.#retryAt = this.#deps.now() + RETRY_MS;
    }
    await this.#arm(0);
  }

  /** Kept until the alarm has come, also where the object sleeps meanwhile: one whose time has passed waits for it. */
  async #nextJoin(now: number): Promise<number | null> {
    const { storage } = this.ctx;
    const [set, next] = [await storage.get<number>(JOIN_AT), nextJoinAt(storage.sql, now)];
    if (set !== undefined && set <= now) return set;
    if (next === null) await storage.delete(JOIN_AT);
    else if (next !== set) await storage.put(JOIN_AT, next);
    return next;
  }

  async #arm(earliestAt: number): Promise<void> {
    const notBefore = Math.max(earliestAt, this.#retryAt);
    const { storage } = this.ctx;
    const { sql } = storage;
    const account = readAccount(sql);
    const now = this.#deps.now();
    if (account === null) return setAlarmFor(storage, { dueAt: revocationAt(sql), notBefore, isBusy: false, now });
    const joinAt = await this.#nextJoin(now);
    const isDue = account.isLeaving || isBehind(sql) || isLossUntold(sql);
    const dueAt = isDue
      ? Math.max(now, notBefore)
      : Math.min(account.nextSyncAt, ...[nextTellingAt(sql, now), joinAt].filter((at) => at !== null));
    await setAlarmFor(storage, { dueAt, notBefore, isBusy: false, now });
  }
}

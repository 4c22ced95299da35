import { asc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { CalendarsAnswer, CalendarView } from "#app/contracts/calendars.ts";
import {
  ACCOUNT_STATES,
  CALENDAR_PROVIDERS,
  CONSENT_PROVIDERS,
  type ConsentProvider,
  JOIN_RULE_DEFAULT,
  type JoinRule,
} from "#app/domain/calendar/calendar.ts";
import { LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";
import { CALENDAR_ACCOUNTS_MAX, CALENDARS_MAX } from "#app/domain/limits/calendars.ts";
import { calendarAccounts, calendarPreferences, calendars } from "#app/server/db/schema-calendars.ts";
import type { ConnectedCalendar } from "#app/server/ports/calendar-account.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db">;

/** The providers whose calendars can be connected: those with a client, which signing in uses too. */
export function connectable(config: Services["config"]): ConsentProvider[] {
  return CONSENT_PROVIDERS.filter((provider) => config.signIn.some(({ name }) => name === provider));
}

/** §7, GET /api/acta/calendars: what the person has connected, by provider. */
export async function listCalendars({ db }: Needs, userId: string): Promise<CalendarsAnswer> {
  const [accounts, rows, [preference]] = await db.batch([
    db
      .select()
      .from(calendarAccounts)
      .where(eq(calendarAccounts.userId, userId))
      .orderBy(asc(calendarAccounts.createdAt))
      .limit(CALENDAR_ACCOUNTS_MAX),
    db
      .select()
      .from(calendars)
      .where(eq(calendars.userId, userId))
      .limit(CALENDAR_ACCOUNTS_MAX * CALENDARS_MAX),
    db.select().from(calendarPreferences).where(eq(calendarPreferences.userId, userId)),
  ]);
  const integrations = CALENDAR_PROVIDERS.map((provider) => ({
    provider,
    accounts: accounts
      .filter((account) => account.provider === provider)
      .map((account) => ({
        account_id: account.id,
        name: account.name,
        state: ACCOUNT_STATES.find((state) => state === account.state) ?? "reading",
        synced_at: account.syncedAt,
        calendars: rows
          .filter(({ accountId }) => accountId === account.id)
          .sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary) || one.name.localeCompare(other.name))
          .map(viewOf),
      })),
  }));
  return {
    calendar_integrations: integrations.filter((integration) => integration.accounts.length > 0),
    joins: preference?.joins ?? true,
  };
}

/** As one parameter: D1 takes 100 of them, and an account may have more calendars. */
export function isOneOf(ids: readonly string[]) {
  return sql`${calendars.id} in (select value from json_each(${JSON.stringify(ids)}))`;
}

const storedRule = z.object({
  accepted: z.boolean(),
  guests: z.enum(["any", "internal", "external"]),
  skipTitles: z.array(z.string()),
  hours: z.object({ from: z.number(), to: z.number(), days: z.array(z.number()) }).nullable(),
});

function viewOf({ id, ...row }: typeof calendars.$inferSelect): CalendarView {
  const language = LANGUAGE_CHOICES.find((each) => each === row.language) ?? null;
  return calendarView({ ...row, calendarId: id, settings: { ...row, language, rule: ruleOf(row.rule) } });
}

/** A calendar as pages show it. */
export function calendarView({ calendarId, name, isPrimary, settings, unreadable }: ConnectedCalendar): CalendarView {
  const { active, visible, joins, templateId, language, rule, isMine } = settings;
  const { hours } = rule;
  return {
    id: calendarId,
    active,
    visible,
    name,
    primary: isPrimary,
    unreadable,
    mine: isMine,
    joins,
    template_id: templateId,
    language,
    rule: { ...rule, skipTitles: [...rule.skipTitles], hours: hours && { ...hours, days: [...hours.days] } },
  };
}

function ruleOf(text: string): JoinRule {
  try {
    return storedRule.parse(JSON.parse(text));
  } catch {
    return JOIN_RULE_DEFAULT;
  }
}

import { asc, gt } from "drizzle-orm";
import * as z from "zod";
import { RESEAL_PAGE_ACCOUNTS } from "#app/domain/limits/calendars.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { readJson } from "#app/server/http/read-body.ts";
import type { CalendarAccountMethods } from "#app/server/ports/calendar-account.ts";
import type { Services } from "#app/server/services.ts";
import { forgetEnding, readEndings } from "#app/server/calendars/project-account.ts";
import { resealConnections } from "#app/server/connections/connection-tokens.ts";
import { resealWebhooks } from "#app/server/webhooks/webhook-secrets.ts";
import { refuseOperator } from "#workers/admin-rebuild.ts";

/**
 * POST /api/admin/reseal { cursor }: a page of calendar accounts, of those that end, webhooks and connections encrypts its secrets with the first key of SECRET_BOX_KEYS
 * (`npm run reseal` asks for all of them). Then the former key can be removed. Proves itself by ADMIN_TOKEN, like the rebuild.
 */
export const RESEAL_PATH = "/api/admin/reseal";

const body = z.object({ cursor: z.string().max(2048).nullable() });

type Needs = Pick<Services, "db" | "log" | "secretBox"> & {
  calendarAccounts: { of(accountId: string): Pick<CalendarAccountMethods, "reseal"> };
};
type Page = { after: string; limit: number };
const IN_D1 = [
  { prefix: "endings/", reseal: resealEndings },
  { prefix: "webhooks/", reseal: resealWebhooks },
  { prefix: "connections/", reseal: resealConnections },
] as const;

export async function answerReseal(
  request: Request,
  { token, services }: { token: string | null; services: Needs },
): Promise<Response> {
  const refused = await refuseOperator(request, { token, path: RESEAL_PATH, log: services.log });
  if (refused) return refused;
  const read = await readJson(request, body);
  if (!read.ok) return Response.json({ error: { code: read.reason } }, { status: 400 });
  const page = await resealPage(services, read.value.cursor ?? "");
  return Response.json(page, { headers: { "Cache-Control": "no-store" } });
}

/** First the accounts of calendars, then the tables in D1, whose cursors have a prefix that no id has. */
async function resealPage(services: Needs, cursor: string): Promise<{ resealed: number; cursor: string | null }> {
  const place = IN_D1.findIndex(({ prefix }) => cursor.startsWith(prefix));
  if (place >= 0) return resealRows(services, place, cursor);
  const rows = await services.db
    .select({ id: calendarAccounts.id })
    .from(calendarAccounts)
    .where(gt(calendarAccounts.id, cursor))
    .orderBy(asc(calendarAccounts.id))
    .limit(RESEAL_PAGE_ACCOUNTS);
  for (const { id } of rows) await services.calendarAccounts.of(id).reseal();
  const last = rows.at(-1);
  if (rows.length === RESEAL_PAGE_ACCOUNTS && last) return { resealed: rows.length, cursor: last.id };
  const rest = await resealRows(services, 0, "");
  return { ...rest, resealed: rows.length + rest.resealed };
}

/** Read after the accounts: one that ends meanwhile is here. */
async function resealEndings({ db, calendarAccounts: accounts }: Needs, page: Page): Promise<string[]> {
  const ids = await readEndings(db, page);
  for (const id of ids) if (!(await accounts.of(id).reseal())) await forgetEnding(db, id);
  return ids;
}

async function resealRows(
  services: Needs,
  place: number,
  cursor: string,
): Promise<{ resealed: number; cursor: string | null }> {
  const table = IN_D1[place];
  if (table === undefined) return { resealed: 0, cursor: null };
  const ids = await table.reseal(services, { after: cursor.slice(table.prefix.length), limit: RESEAL_PAGE_ACCOUNTS });
  if (ids.length === RESEAL_PAGE_ACCOUNTS) return { resealed: ids.length, cursor: `${table.prefix}${ids.at(-1)}` };
  const rest = await resealRows(services, place + 1, "");
  return { ...rest, resealed: ids.length + rest.resealed };
}

import { asc, gt } from "drizzle-orm";
import * as z from "zod";
import { RESEAL_PAGE_ACCOUNTS } from "#app/domain/limits/calendars.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { readJson } from "#app/server/http/read-body.ts";
import type { Services } from "#app/server/services.ts";
import { refuseOperator } from "#workers/admin-rebuild.ts";

/**
 * POST /api/admin/reseal { cursor }: a page of accounts encrypt their secrets with the first key of SECRET_BOX_KEYS (`npm run reseal` asks
 * for all of them). Then the former key can be removed. Proves itself by ADMIN_TOKEN, like the rebuild.
 */
export const RESEAL_PATH = "/api/admin/reseal";

const body = z.object({ cursor: z.string().max(2048).nullable() });

export async function answerReseal(
  request: Request,
  { token, services }: { token: string | null; services: Pick<Services, "db" | "calendarAccounts" | "log"> },
): Promise<Response> {
  const refused = await refuseOperator(request, { token, path: RESEAL_PATH, log: services.log });
  if (refused) return refused;
  const read = await readJson(request, body);
  if (!read.ok) return Response.json({ error: { code: read.reason } }, { status: 400 });
  const rows = await services.db
    .select({ id: calendarAccounts.id })
    .from(calendarAccounts)
    .where(gt(calendarAccounts.id, read.value.cursor ?? ""))
    .orderBy(asc(calendarAccounts.id))
    .limit(RESEAL_PAGE_ACCOUNTS);
  for (const { id } of rows) await services.calendarAccounts.of(id).reseal();
  const cursor = rows.length === RESEAL_PAGE_ACCOUNTS ? (rows.at(-1)?.id ?? null) : null;
  return Response.json({ resealed: rows.length, cursor }, { headers: { "Cache-Control": "no-store" } });
}

import { asc, gt } from "drizzle-orm";
import * as z from "zod";
import { DEAD_LETTERS_PAGE_WORKSPACES } from "#app/domain/limits/domain-events.ts";
import { workspaces } from "#app/server/db/schema-account.ts";
import { readJson } from "#app/server/http/read-body.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { refuseOperator } from "#workers/admin-rebuild.ts";

/**
 * POST /api/admin/dead-letters { cursor, isRetried }: counts the dead letters of a page of workspaces by consumer, and gives them to their
 * consumers again (`npm run dead-letters` asks for all pages). Proves itself by ADMIN_TOKEN, like the rebuild.
 */
export const DEAD_LETTERS_PATH = "/api/admin/dead-letters";

const body = z.object({ cursor: z.string().max(2048).nullable(), isRetried: z.boolean() });

export async function answerDeadLetters(
  request: Request,
  { token, services }: { token: string | null; services: Pick<Services, "db" | "deadLetters" | "log"> },
): Promise<Response> {
  const refused = await refuseOperator(request, { token, path: DEAD_LETTERS_PATH, log: services.log });
  if (refused) return refused;
  const read = await readJson(request, body);
  if (!read.ok) return Response.json({ error: { code: read.reason } }, { status: 400 });
  const page = await readPage(services, read.value);
  return Response.json(page, { headers: { "Cache-Control": "no-store" } });
}

type Page = { letters: Record<string, number>; failed: number; cursor: string | null };

/** `failed`: workspaces whose object did not answer. */
async function readPage(
  { db, deadLetters, log }: Pick<Services, "db" | "deadLetters" | "log">,
  { cursor, isRetried }: z.infer<typeof body>,
): Promise<Page> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(gt(workspaces.id, cursor ?? ""))
    .orderBy(asc(workspaces.id))
    .limit(DEAD_LETTERS_PAGE_WORKSPACES);
  const letters: Record<string, number> = {};
  let failed = 0;
  const each = rows.map(async ({ id: workspaceId }) => {
    try {
      for (const { consumer, letters: count } of await deadLetters.of(workspaceId).deadLetters({ isRetried })) {
        letters[consumer] = (letters[consumer] ?? 0) + count;
      }
    } catch (error) {
      failed += 1;
      log("workspace.dead-letters.unread", { workspaceId, error: faultOf(error) });
    }
  });
  await Promise.all(each);
  const last = rows.at(-1);
  return { letters, failed, cursor: rows.length === DEAD_LETTERS_PAGE_WORKSPACES && last ? last.id : null };
}

import * as z from "zod";
import { INSIDER_USES_MAX, TEAM_SEATS_MAX, TEAM_SEATS_MIN } from "#app/domain/limits/billing.ts";
import { PLANS } from "#app/domain/plan/plans.ts";
import { grantPlan } from "#app/server/billing/grant-plan.ts";
import { createInsiderCode } from "#app/server/billing/insider-codes.ts";
import { readJson } from "#app/server/http/read-body.ts";
import type { Services } from "#app/server/services.ts";
import { refuseOperator } from "#workers/admin-rebuild.ts";

/** POST /api/admin/plans: grants a plan, or makes an insider code (`npm run plans`). Proves itself by ADMIN_TOKEN, like the rebuild. */
export const PLANS_PATH = "/api/admin/plans";
const HEADERS = { "Cache-Control": "no-store" };

const body = z.discriminatedUnion("order", [
  z.object({
    order: z.literal("grant"),
    email: z.email(),
    plan: z.enum(PLANS),
    seats: z.int().min(TEAM_SEATS_MIN).max(TEAM_SEATS_MAX).nullable(),
    endsAt: z.int().positive().nullable(),
  }),
  z.object({
    order: z.literal("code"),
    plan: z.enum(["insider", "insider-pro"]),
    uses: z.int().min(1).max(INSIDER_USES_MAX),
    endsAt: z.int().positive(),
  }),
]);

export async function answerPlans(
  request: Request,
  { token, services }: { token: string | null; services: Pick<Services, "db" | "log" | "now"> },
): Promise<Response> {
  const refused = await refuseOperator(request, { token, path: PLANS_PATH, log: services.log });
  if (refused) return refused;
  const read = await readJson(request, body);
  if (!read.ok) return Response.json({ error: { code: read.reason } }, { status: 400, headers: HEADERS });
  const asked = read.value;
  if (asked.order === "code") return Response.json(await createInsiderCode(services, asked), { headers: HEADERS });
  if ((asked.plan === "team") !== (asked.seats !== null)) {
    return Response.json({ error: { code: "seats" } }, { status: 400, headers: HEADERS });
  }
  const granted = await grantPlan(services, asked);
  if (!granted.ok) return Response.json({ error: { code: granted.reason } }, { status: 409, headers: HEADERS });
  return Response.json(granted.value, { headers: HEADERS });
}

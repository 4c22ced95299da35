import * as z from "zod";
import { TEAM_SEATS_MAX, TEAM_SEATS_MIN } from "#app/domain/limits/billing.ts";
import { INTERVALS } from "#app/domain/plan/prices.ts";
import { SOLD_PLANS } from "#app/domain/plan/plans.ts";

/** Bodies of the calls about plans. */

const sold = { plan: z.enum(SOLD_PLANS), interval: z.enum(INTERVALS) };
const workspaceId = z.string().min(1).max(64).optional();

export const checkoutPayload = z.object({
  ...sold,
  workspaceId,
  seats: z.int().min(TEAM_SEATS_MIN).max(TEAM_SEATS_MAX).optional(),
});

export const portalPayload = z.object({
  workspaceId,
  to: z.discriminatedUnion("part", [
    z.object({ part: z.literal("overview") }),
    z.object({ part: z.literal("cancel") }),
    z.object({ part: z.literal("change"), ...sold }),
  ]),
});

const CODE_CHARS_MAX = 64;
export const insiderPayload = z.object({ code: z.string().min(1).max(CODE_CHARS_MAX) });

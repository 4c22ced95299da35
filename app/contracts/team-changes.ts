import * as z from "zod";
import { TEAM_SEATS_MAX } from "#app/domain/limits/billing.ts";
import { MAIL_ADDRESS_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { NAMED_PEOPLE_MAX, SEAT_EMAILS_MAX, TEAM_NAME_CHARS_MAX } from "#app/domain/limits/teams.ts";
import { INTERVALS } from "#app/domain/plan/prices.ts";
import { VISIBILITIES } from "#app/domain/workspace/keep-meetings.ts";

/** Bodies of the calls about teams. Only the server loads them. */

const address = z.string().max(MAIL_ADDRESS_CHARS_MAX);

/** §5 decides about the addresses (domain/workspace/team.ts). */
export const seatsOrder = z.object({
  emails: z.array(address).max(SEAT_EMAILS_MAX + 1),
  interval: z.enum(INTERVALS),
});
export type SeatsOrder = z.infer<typeof seatsOrder>;

export const inviteChange = z.object({ email: address });
export const roleChange = z.object({ role: z.enum(["owner", "member"]) });
export const seatsChange = z.object({ seats: z.int().min(1).max(TEAM_SEATS_MAX) });
export const teamChange = z
  .object({ name: z.string().trim().min(1).max(TEAM_NAME_CHARS_MAX).optional(), membersEdit: z.boolean().optional() })
  .refine(({ name, membersEdit }) => name !== undefined || membersEdit !== undefined);
export type TeamChange = z.infer<typeof teamChange>;

export const visibilityChange = z.object({
  visibility: z.enum(VISIBILITIES),
  people: z.array(address).max(NAMED_PEOPLE_MAX).default([]),
});
export type VisibilityChange = z.infer<typeof visibilityChange>;

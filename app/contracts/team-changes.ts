import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { TEAM_SEATS_MAX } from "#app/domain/limits/billing.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { MAIL_ADDRESS_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { NAMED_PEOPLE_MAX, SEAT_EMAILS_MAX, TEAM_NAME_CHARS_MAX } from "#app/domain/limits/teams.ts";
import { INTERVALS } from "#app/domain/plan/prices.ts";
import { VISIBILITIES } from "#app/domain/meeting/access.ts";

/** Bodies of the calls about teams. Only the server loads them. */

const address = z.string().max(MAIL_ADDRESS_CHARS_MAX);
const teamName = z.string().max(TEAM_NAME_CHARS_MAX).transform(cleanName);

/** §5 decides about the addresses (domain/workspace/team.ts). */
export const seatsOrder = z.object({
  emails: z.array(address).max(SEAT_EMAILS_MAX + 1),
  interval: z.enum(INTERVALS),
  /** Empty or absent: a neutral name. */
  name: teamName.optional(),
});
export type SeatsOrder = z.infer<typeof seatsOrder>;

export const inviteChange = z.object({ email: address });
export const roleChange = z.object({ role: z.enum(["owner", "member"]) });
export const seatsChange = z.object({ seats: z.int().min(1).max(TEAM_SEATS_MAX) });
/** The defaults of members' new meetings; null: the same as without a team. */
const teamDefaultsChange = z.object({
  templateId: z.string().max(64).nullable(),
  language: z.enum(MEETING_LANGUAGES).nullable(),
  visibility: z.enum(["private", "team"]).nullable(),
});
export type TeamDefaultsChange = z.infer<typeof teamDefaultsChange>;

export const teamChange = z
  .object({
    name: teamName.pipe(z.string().min(1)).optional(),
    membersEdit: z.boolean().optional(),
    defaults: teamDefaultsChange.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined));
export type TeamChange = z.infer<typeof teamChange>;

export const visibilityChange = z.object({
  visibility: z.enum(VISIBILITIES),
  people: z.array(address).max(NAMED_PEOPLE_MAX).default([]),
});
export type VisibilityChange = z.infer<typeof visibilityChange>;

/** `of-team`: no choice of one's own. */
export const visibilityDefaultChange = z.object({
  visibility: z.enum([...VISIBILITIES, "of-team"]),
  people: z.array(address).max(NAMED_PEOPLE_MAX).default([]),
});
export type VisibilityDefaultChange = z.infer<typeof visibilityDefaultChange>;

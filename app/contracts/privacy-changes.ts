import * as z from "zod";
import { OBJECTION_CHARS_MAX, OBJECTION_NAME_CHARS_MAX, RETENTION_DAYS_MAX } from "#app/domain/limits/privacy.ts";

const days = z.union([z.int().min(1).max(RETENTION_DAYS_MAX), z.null()]);

/** Days for which Acta keeps the parts of meetings; null: until a person deletes them. */
const retentionRule = z.object({
  recording: z.union([days, z.literal("transcribed")]),
  transcript: days,
  meeting: days,
});

/** PUT /api/acta/user/retention: absent parts stay as they are stored, also where another tab has changed them. */
export const retentionChange = retentionRule.partial();

/** PUT /api/acta/meetings/:meetId/retention: absent parts stay as they are stored. Null: as the default says. */
export const meetingRetention = z.object({ rule: z.union([retentionChange, z.null()]) });

/** The stored rule, as the change has left it. */
export const retentionAnswer = retentionRule;
export const meetingRetentionAnswer = z.union([retentionRule, z.null()]);

/** POST /api/acta/user/delete. `confirmation`: the person's address, typed; their name where they have no address. */
export const deleteAccountPayload = z.object({ confirmation: z.string().max(320) });

/** The form of /recorded/:code. A name is not asked for: people may object without saying who they are. */
export const objectionForm = z.object({
  name: z.string().trim().max(OBJECTION_NAME_CHARS_MAX).catch(""),
  text: z.string().trim().min(1).max(OBJECTION_CHARS_MAX),
});

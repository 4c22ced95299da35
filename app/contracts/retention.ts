import * as z from "zod";
import { RETENTION_DAYS_MAX } from "#app/domain/limits/privacy.ts";

const days = z.union([z.int().min(1).max(RETENTION_DAYS_MAX), z.null()]);

/** How long Acta keeps the parts of meetings, in days; null: until a person deletes them. */
export const retentionRule = z.object({
  recording: z.union([days, z.literal("transcribed")]),
  transcript: days,
  meeting: days,
});

/** PUT /api/acta/meetings/:meetId/retention. Null: as the default says. */
export const meetingRetention = z.object({ rule: z.union([retentionRule, z.null()]) });

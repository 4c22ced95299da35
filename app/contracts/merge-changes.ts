import * as z from "zod";
import { MERGE_GAP_MS_MAX } from "#app/domain/limits/minutes.ts";

/** POST …/merge: the meeting that comes after this one, and the pause between the two. */
export const mergeAsked = z.object({ later: z.string().max(64), gapMs: z.number().int().min(0).max(MERGE_GAP_MS_MAX) });

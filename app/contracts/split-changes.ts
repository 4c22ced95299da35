import * as z from "zod";
import { title } from "#app/contracts/meeting/meeting-changes.ts";
import { RECORDING_DURATION_MS_MAX } from "#app/domain/limits/media.ts";

/** POST …/split: the moment, in ms of the meeting, and the title of the second one. */
export const splitAsked = z.object({ atMs: z.number().int().min(0).max(RECORDING_DURATION_MS_MAX), title });

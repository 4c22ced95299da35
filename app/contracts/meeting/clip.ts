import * as z from "zod/mini";
import { CLIP_PARTS } from "#app/domain/clips/clip.ts";

/** A clip as those see it who may share its meeting. */
export const clip = z.object({
  clipId: z.string(),
  title: z.string(),
  /** In ms of the meeting. */
  fromMs: z.number(),
  toMs: z.number(),
  /** Null when the address can no longer be shown, because the configured secret has changed. */
  url: z.nullable(z.string()),
  parts: z.array(z.enum(CLIP_PARTS)),
  /** Whether it was cut from a recording; else it has words alone. */
  playable: z.boolean(),
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
  opens: z.number(),
  /** A day in UTC, "2026-11-21". */
  lastOpenedOn: z.nullable(z.string()),
});

/** GET …/clips: those of a meeting, in the order of their passages. */
export const clipList = z.object({ clips: z.array(clip) });

export type Clip = z.infer<typeof clip>;

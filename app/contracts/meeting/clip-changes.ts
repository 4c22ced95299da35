import * as z from "zod";
import { CLIP_PARTS } from "#app/domain/clips/clip.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { CLIP_TITLE_CHARS_MAX } from "#app/domain/limits/clips.ts";

const title = z.string().max(CLIP_TITLE_CHARS_MAX).transform(cleanName).pipe(z.string().min(1));
const parts = z.array(z.enum(CLIP_PARTS)).min(1).max(CLIP_PARTS.length);
const ms = z.number().int().nonnegative();
/** Epoch ms; null is no end. */
const expiresAt = z.number().int().nullable();

/** POST …/clips. The same passage twice is one clip. */
export const newClip = z.object({
  /** Left out: the beginning of its words. */
  title: title.optional(),
  fromMs: ms,
  toMs: ms,
  /** Left out: both. */
  parts: parts.optional(),
  expiresAt: expiresAt.optional(),
});

/** PATCH …/clips/:clipId: what is left out stays as it is. */
export const clipChange = z.object({
  title: title.optional(),
  parts: parts.optional(),
  expiresAt: expiresAt.optional(),
});

export type NewClip = z.output<typeof newClip>;
export type ClipChange = z.output<typeof clipChange>;

import { MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of clips. */

export const CLIP_MS_MIN = 5 * SECOND_MS;
export const CLIP_MS_MAX = 10 * MINUTE_MS;
/** Clips of one meeting whose link was not revoked. */
export const CLIPS_PER_MEETING_MAX = 100;
/** Lines that a program names for a clip: ten minutes of one line each second. */
export const CLIP_LINES_MAX = 600;
export const CLIP_TITLE_CHARS_MAX = 120;
/** The page of a clip with its styles and its script, compressed. */
export const CLIP_PAGE_BYTES_MAX = 30_000;
/** An arrow key moves an end of a clip by this much. */
export const CLIP_STEP_MS = SECOND_MS;

import { MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of the windows of sound that are heard one by one. */

/** D §5: audio windows. */
export const WINDOW_MS = 5 * MINUTE_MS;
export const WINDOW_OVERLAP_MS = 3 * SECOND_MS;
/** Rate below which a window of PCM is thinned out: engines listen at 16 kHz, and 5 min of 32 kHz mono are 20 MB. */
export const PCM_WINDOW_RATE_MIN = 16_000;
/** D §5: a shorter last window is merged into the one before it. */
export const WINDOW_TAIL_MS_MIN = 10 * SECOND_MS;
/** One window's audio has to fit an upload to a speech engine (25 MB) and the memory of an isolate. */
export const WINDOW_AUDIO_BYTES_MAX = 24 * MIB;
/** A quiet room is some -60 dB of full scale, a voice at its other end -45: words below this were said by nobody. */
export const QUIET_DBFS_MAX = -60;
/** Less silence than this is a pause in somebody's talk. */
export const SILENCE_MS_MIN = 500;

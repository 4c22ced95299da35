import { SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of the voices that a person has Acta remember. */

/** A print of less speech is neither saved nor compared. */
export const PRINT_SPOKEN_MS_MIN = 10 * SECOND_MS;
/** Voices that one person keeps. */
export const SAVED_VOICES_MAX = 200;
/** Days after which a saved voice is deleted, unless it was saved again. There is no "for ever": it is biometric data. */
export const VOICE_KEEP_DAYS = [90, 180, 365, 730] as const;
export type VoiceKeepDays = (typeof VOICE_KEEP_DAYS)[number];
export const VOICE_KEEP_DAYS_FIRST: VoiceKeepDays = 365;

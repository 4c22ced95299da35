/** Every limit of this folder has a name, a unit and the paragraph of the specification (§) or design (D) it comes from. */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const KIB = 1024;
export const MIB = 1024 * KIB;

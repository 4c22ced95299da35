/** Player settings and positions in the browser's storage. Without access to the storage nothing is kept and nothing fails. */

const PREFERENCES_KEY = "acta.player";
const POSITIONS_KEY = "acta.positions";
/** Number of meetings whose position is kept; the one that was left longest ago is removed first. */
const POSITIONS_MAX = 60;

export type PlayerPreferences = { skipSilence: boolean; captions: boolean };
export const DEFAULT_PREFERENCES: PlayerPreferences = { skipSilence: false, captions: true };

/** [meeting, ms] */
type Position = [string, number];

/** Checked without a schema library, which would load with the page's first scripts only for these two checks. */
function isPreferences(value: unknown): value is PlayerPreferences {
  if (typeof value !== "object" || value === null) return false;
  const { skipSilence, captions } = value as Record<keyof PlayerPreferences, unknown>;
  return typeof skipSilence === "boolean" && typeof captions === "boolean";
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && typeof value[1] === "number";
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function readPositions(): Position[] {
  const kept = read(POSITIONS_KEY);
  return Array.isArray(kept) && kept.every(isPosition) ? kept : [];
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full or not allowed.
  }
}

export function readPreferences(): PlayerPreferences {
  const kept = read(PREFERENCES_KEY);
  return isPreferences(kept) ? { skipSilence: kept.skipSilence, captions: kept.captions } : DEFAULT_PREFERENCES;
}
export const savePreferences = (value: PlayerPreferences): void => write(PREFERENCES_KEY, value);

/** The position at which the recording of a meeting was left, in ms. */
export function readPosition(meetId: string): number | null {
  return readPositions().find(([id]) => id === meetId)?.[1] ?? null;
}

/** Null removes the position: the recording was played to its end. */
export function savePosition(meetId: string, ms: number | null): void {
  const others = readPositions().filter(([id]) => id !== meetId);
  const all = ms === null ? others : [...others, [meetId, Math.round(ms)]];
  write(POSITIONS_KEY, all.slice(-POSITIONS_MAX));
}

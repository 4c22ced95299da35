import * as z from "zod/mini";

/** What a browser remembers of playing. Where it may not, nothing is remembered, and nothing fails. */

const TASTE_KEY = "acta.player";
const POSITIONS_KEY = "acta.positions";
/** Meetings whose position is kept; the one that was left longest ago goes first. */
const POSITIONS_MAX = 60;

const taste = z.object({ skipSilence: z.boolean(), captions: z.boolean() });
export type PlayerTaste = z.infer<typeof taste>;
export const FIRST_TASTE: PlayerTaste = { skipSilence: false, captions: true };

const positions = z.array(z.tuple([z.string(), z.number()]));

function read<Value>(key: string, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return schema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full, or not allowed.
  }
}

export const readTaste = (): PlayerTaste => read(TASTE_KEY, taste) ?? FIRST_TASTE;
export const saveTaste = (value: PlayerTaste): void => write(TASTE_KEY, value);

/** Where the recording of a meeting was left, in ms. */
export function readPosition(meetId: string): number | null {
  return read(POSITIONS_KEY, positions)?.find(([id]) => id === meetId)?.[1] ?? null;
}

/** Null forgets it: it was heard to its end. */
export function savePosition(meetId: string, ms: number | null): void {
  const others = (read(POSITIONS_KEY, positions) ?? []).filter(([id]) => id !== meetId);
  const all = ms === null ? others : [...others, [meetId, Math.round(ms)]];
  write(POSITIONS_KEY, all.slice(-POSITIONS_MAX));
}

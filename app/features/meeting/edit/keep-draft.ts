import type { Draft } from "#app/features/meeting/edit/draft.ts";

/**
 * What somebody is writing, kept in this tab of the browser: it survives a reload and a session that ended, and goes with the
 * tab. A browser that keeps nothing (or is full) loses only that.
 */
const keyOf = (meetId: string) => `acta-edit-${meetId}`;
/** Grows when a draft means something else: an older one is let go. */
const DRAFT_FORMAT = 1;

export function keepDraft(meetId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(meetId), JSON.stringify({ format: DRAFT_FORMAT, draft }));
  } catch {
    // Nothing depends on it while the page stays.
  }
}

export function forgetDraft(meetId: string): void {
  try {
    sessionStorage.removeItem(keyOf(meetId));
  } catch {
    // There was none.
  }
}

/** Written by this code in this tab, so it is not parsed field by field; null where there is none. */
export function readDraft(meetId: string): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(meetId)) ?? "null") as { format: number; draft: Draft } | null;
    return kept?.format === DRAFT_FORMAT ? kept.draft : null;
  } catch {
    return null;
  }
}

import type { Draft } from "#app/features/meeting/edit/minutes/draft.ts";

/**
 * Keeps the draft in this tab's session storage: it survives a reload and an ended session, and is removed with the tab. If
 * the storage is full or not available, only this copy is lost.
 */
const keyOf = (meetId: string) => `acta-edit-${meetId}`;
/** Incremented when the meaning of a draft changes. Drafts of another format are ignored. */
const DRAFT_FORMAT = 2;

export function keepDraft(meetId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(meetId), JSON.stringify({ format: DRAFT_FORMAT, draft }));
  } catch {
    // The page does not need the stored copy while it is open.
  }
}

export function forgetDraft(meetId: string): void {
  try {
    sessionStorage.removeItem(keyOf(meetId));
  } catch {
    // There was no draft.
  }
}

/** Null when there is no draft. The fields are not validated, because this code wrote them in this tab. */
export function readDraft(meetId: string): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(meetId)) ?? "null") as { format: number; draft: Draft } | null;
    return kept?.format === DRAFT_FORMAT ? kept.draft : null;
  } catch {
    return null;
  }
}

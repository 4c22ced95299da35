import {
  type BuilderDraft,
  isSameDraft,
  isTyped,
  type NewFieldDraft,
} from "#app/features/templates/builder/builder-draft.ts";

/**
 * Drafts of templates, kept in this browser: they survive a reload, a closed tab and an ended session. They are kept with the
 * person's id, so another person at the same browser does not read them, and signing out removes them. Without access to the
 * storage nothing is kept and nothing fails. A draft is kept twice: for its own tab, which finds it again whatever another tab with the
 * same template has kept or saved, and for all tabs.
 */

const DRAFTS_KEY = "acta.template-drafts";
/** Incremented when the meaning of a draft changes. Drafts of another format are ignored. */
const DRAFT_FORMAT = 1;
/** Number of drafts that are kept; the oldest one is removed first. */
const DRAFTS_MAX = 10;

/** `base` and `version`: the saved template that the draft began with; null of a new one. `typed`: the new field that is not added. */
export type KeptDraft = {
  at: number;
  draft: BuilderDraft;
  base: BuilderDraft | null;
  version: number | null;
  typed?: NewFieldDraft;
};

/** The parts of a kept draft that differ from the template as it is saved now. */
export function changedParts(
  { draft, base, typed }: KeptDraft,
  current: BuilderDraft,
): { draft: BuilderDraft | null; typed: NewFieldDraft | null } {
  const isUnchanged = isSameDraft(draft, current) || (base !== null && isSameDraft(draft, base));
  return { draft: isUnchanged ? null : draft, typed: typed && isTyped(typed) ? typed : null };
}

type Kept = { format: number; userId: string; drafts: Record<string, KeptDraft> };
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
/** That of the tab, then that of the browser. */
type Stores = readonly (() => Store)[];
// Even naming the storage throws where it is not allowed.
const BROWSER: Stores = [() => sessionStorage, () => localStorage];

/** The draft of a template that is not saved yet has this name in place of an id. */
export const NEW_TEMPLATE = "new";

export function readDraft(userId: string, name: string, stores = BROWSER): KeptDraft | null {
  for (const storage of stores) {
    const kept = readAll(userId, storage)[name];
    if (kept) return kept;
  }
  return null;
}

export function keepDraft(userId: string, name: string, draft: KeptDraft, stores = BROWSER): void {
  for (const storage of stores) {
    const others = Object.entries(readAll(userId, storage)).filter(([other]) => other !== name);
    const newest = others.toSorted(([, one], [, other]) => other.at - one.at).slice(0, DRAFTS_MAX - 1);
    write(userId, Object.fromEntries([...newest, [name, draft]]), storage);
  }
}

export function forgetDraft(userId: string, name: string, stores = BROWSER): void {
  for (const storage of stores) {
    const { [name]: _gone, ...others } = readAll(userId, storage);
    write(userId, others, storage);
  }
}

/** For signing out. An ended session keeps the drafts: the same person goes on after signing in again. */
export function forgetAllDrafts(stores = BROWSER): void {
  for (const storage of stores) {
    try {
      storage().removeItem(DRAFTS_KEY);
    } catch {
      // Nothing was kept.
    }
  }
}

function write(userId: string, drafts: Kept["drafts"], storage: () => Store): void {
  try {
    if (Object.keys(drafts).length === 0) storage().removeItem(DRAFTS_KEY);
    else storage().setItem(DRAFTS_KEY, JSON.stringify({ format: DRAFT_FORMAT, userId, drafts } satisfies Kept));
  } catch {
    // The storage is full or not allowed; the page does not need the copy while it is open.
  }
}

/** The drafts of this person. Their fields are not checked here, because this code wrote them; the server checks what is saved. */
function readAll(userId: string, storage: () => Store): Kept["drafts"] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(DRAFTS_KEY) ?? "null");
    return isKept(kept) && kept.userId === userId ? kept.drafts : {};
  } catch {
    return {};
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { format, userId, drafts } = value as Record<keyof Kept, unknown>;
  return format === DRAFT_FORMAT && typeof userId === "string" && typeof drafts === "object" && drafts !== null;
}

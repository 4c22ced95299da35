import { useNavigate } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import { randomId } from "#app/domain/ids.ts";
import { checkTemplate } from "#app/domain/template/template-rules.ts";
import {
  type BuilderDraft,
  changeDraft,
  EMPTY_DRAFT,
  emptyNewField,
  isSameDraft,
  isTyped,
  type NewFieldDraft,
  toBuilderDraft,
  toTemplateDraft,
} from "#app/features/templates/builder/builder-draft.ts";
import {
  changedParts,
  forgetDraft,
  type KeptDraft,
  keepDraft,
  NEW_TEMPLATE,
  readDraft,
} from "#app/features/templates/builder/keep-template-draft.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";

/** With the schemas of its answers a sixth of the page. */
const sender = lazy(() => import("#app/features/templates/builder/send-draft.ts"));

/** Somebody saved the template while it was being edited here. `base`: the one that the draft began with. */
export type Conflict = { theirs: ListedTemplate; base: BuilderDraft };

type Saved = { base: BuilderDraft; version: number | null };

/** The failure of a save, as a key of the texts. */
type SaveFailure = "failed" | "saving" | "savingAgain" | "gone" | "tooMany" | "unknown";

/**
 * The builder's draft: kept in this browser, checked, saved, and merged with what somebody else saved meanwhile. `goneId`: the template of
 * the draft, when it was deleted since.
 */
export function useBuilder(userId: string, template: ListedTemplate | null, goneId: string | null = null) {
  const name = template?.id ?? goneId ?? NEW_TEMPLATE;
  const [saved, setSaved] = useState<Saved>(() => savedOf(template));
  const [draft, change] = useReducer(changeDraft, saved.base);
  const [typed, setTyped] = useState(emptyNewField);
  const [isAsked, setAsked] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const isDirty = !isSameDraft(draft, saved.base);

  const restore = (kept: KeptDraft) => {
    const restored = restoredFrom(kept, template, goneId);
    if (restored.typed) setTyped(restored.typed);
    if (restored.draft) change({ type: "replace", draft: restored.draft });
    if (restored.draft || restored.typed) setRestoredAt(kept.at);
    if (!restored.conflict) return;
    setSaved({ base: restored.conflict.base, version: kept.version });
    setConflict(restored.conflict);
  };
  const { isLeaving, forget } = useKeptDraft(userId, name, { draft, typed, saved, isDirty, restore });
  const { save, isSaving, failure, beginAgain } = useSaving({
    draft,
    templateId: template?.id ?? null,
    version: saved.version,
    failed: goneId === null ? null : "gone",
    onSaved: forget,
    onConflict: (theirs) => setConflict({ theirs, base: saved.base }),
  });
  const settleConflict = (chosen: BuilderDraft) => {
    if (!conflict) return;
    setSaved(savedOf(conflict.theirs));
    change({ type: "replace", draft: chosen });
    setConflict(null);
  };
  return {
    draft,
    change,
    version: saved.version,
    isDirty,
    isLeaving,
    isSaving,
    isAsked,
    problems: isAsked ? checkTemplate(toTemplateDraft(draft)) : [],
    failure,
    restoredAt: isDirty || isTyped(typed) ? restoredAt : null,
    typed,
    setTyped,
    discard: () => {
      setTyped(emptyNewField());
      change({ type: "replace", draft: saved.base });
      setRestoredAt(null);
      setAsked(false);
    },
    /** Saves, or answers with the rules that do not hold. */
    submit: () => {
      setAsked(true);
      const problems = checkTemplate(toTemplateDraft(draft));
      if (problems.length === 0 && !isSaving) void save();
      return problems;
    },
    /** The template was deleted meanwhile: the next save makes a new one. */
    saveAsNew: () => {
      setSaved({ base: EMPTY_DRAFT, version: null });
      beginAgain();
    },
    conflict,
    settleConflict,
    /** Leaves without the draft. */
    forget,
  };
}

export type Builder = ReturnType<typeof useBuilder>;

type Kept = {
  draft: BuilderDraft;
  typed: NewFieldDraft;
  saved: Saved;
  isDirty: boolean;
  restore: (kept: KeptDraft) => void;
};

/** Reads the draft of an earlier visit, and keeps this one in the browser. */
function useKeptDraft(userId: string, name: string, { draft, typed, saved, isDirty, restore }: Kept) {
  const isLeaving = useRef(false);
  // The draft of an earlier visit is read in the browser only: the server renders the saved template.
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const kept = readDraft(userId, name);
    setReady(true);
    if (kept) restore(kept);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the template of the first render: a later one comes by saving
  }, [userId, name]);

  useEffect(() => {
    if (!isReady || isLeaving.current) return;
    const beside = isTyped(typed) ? { typed } : null;
    if (!isDirty && !beside) return forgetDraft(userId, name);
    const { base, version } = saved;
    keepDraft(userId, name, { at: Date.now(), draft, base: version === null ? null : base, version, ...beside });
  }, [isReady, isDirty, draft, typed, saved, userId, name]);

  const forget = () => {
    isLeaving.current = true;
    forgetDraft(userId, name);
  };
  return { isLeaving, forget };
}

/** The parts of a draft of an earlier visit that are shown again; and the conflict, where the template was saved since. */
function restoredFrom(kept: KeptDraft, template: ListedTemplate | null, goneId: string | null) {
  const current = savedOf(template);
  const { draft, typed } =
    goneId === null ? changedParts(kept, current.base) : { draft: kept.draft, typed: kept.typed ?? null };
  const { base, version } = kept;
  const isCurrent = template === null || base === null || version === current.version;
  return { draft, typed, conflict: draft && !isCurrent ? { base, theirs: template } : null };
}

type Saving = {
  draft: BuilderDraft;
  templateId: string | null;
  version: number | null;
  failed: SaveFailure | null;
  onSaved: () => void;
  onConflict: (theirs: ListedTemplate) => void;
};

function useSaving({ draft, templateId, version, failed, onSaved, onConflict }: Saving) {
  const { t } = useTranslation("templateBuilder");
  const toast = useToast();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [failure, setFailure] = useState(failed);
  const [isSaving, setSaving] = useState(false);
  const [saveId, setSaveId] = useState(() => randomId());
  const earlier = useRef<BuilderDraft | null>(null);

  const settle = (id: string | null) => {
    onSaved();
    toast("done", t("saved"));
    if (isShown.current) navigate(`/templates/${id}`);
  };
  // Before it is needed: the network may be gone by then.
  useEffect(() => sender.fetchAhead(), []);
  const save = async () => {
    setFailure(null);
    setSaving(true);
    const target = !templateId || version === null ? { saveId } : { templateId, version };
    const calls = await sender.load().catch(() => null);
    const end = await calls?.sendDraft({ target, draft, earlier: earlier.current });
    setSaving(false);
    if (!calls || !end) return setFailure("savingAgain");
    if (end.ok) return settle(end.value.id);
    earlier.current = draft;
    const theirs = calls.savedMeanwhile(end);
    if (theirs) onConflict(theirs);
    else setFailure(failureOf(end));
  };
  /** The next save makes a new template. */
  const beginAgain = () => {
    setSaveId(randomId());
    earlier.current = null;
    setFailure(null);
  };
  return { save, isSaving, failure, beginAgain };
}

function savedOf(template: ListedTemplate | null): Saved {
  return template === null
    ? { base: EMPTY_DRAFT, version: null }
    : { base: toBuilderDraft(template), version: template.version };
}

/** §8. Of an ended session the page's notice speaks; the draft is kept. */
function failureOf({ kind, status, code }: CallFailure): SaveFailure | null {
  if (kind === "signed-out") return null;
  if (code === "too-many-templates") return "tooMany";
  if (status === 404 || code === "template-not-found") return "gone";
  if (kind === "offline" || kind === "timed-out" || kind === "too-many-requests") return "savingAgain";
  if (status >= 500) return "failed";
  return kind === "refused" ? "saving" : "unknown";
}

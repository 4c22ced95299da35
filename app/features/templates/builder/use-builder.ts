import { useNavigate } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { type ListedTemplate, templateChanged } from "#app/contracts/template/template-answers.ts";
import { randomId } from "#app/domain/ids.ts";
import { checkTemplate } from "#app/domain/template/template-rules.ts";
import {
  type BuilderDraft,
  changeDraft,
  EMPTY_DRAFT,
  emptyNewField,
  isSameDraft,
  isTyped,
  toBuilderDraft,
  toTemplateDraft,
} from "#app/features/templates/builder/builder-draft.ts";
import {
  changedParts,
  forgetDraft,
  keepDraft,
  NEW_TEMPLATE,
  readDraft,
} from "#app/features/templates/builder/keep-template-draft.ts";
import { type BothChanged, mergeTemplates } from "#app/features/templates/builder/merge-templates.ts";
import { sendDraft } from "#app/features/templates/builder/send-draft.ts";
import { useToast } from "#app/ui/toast.tsx";

/** Somebody saved the template while it was being edited here. */
export type Conflict = { theirs: ListedTemplate; merged: BuilderDraft; both: BothChanged[] };

type Saved = { base: BuilderDraft; version: number | null };

/** The failure of a save, as a key of the texts. */
type SaveFailure = "failed" | "saving" | "savingAgain" | "gone" | "tooMany" | "unknown";

/**
 * The builder's draft: kept in this browser, checked, saved, and merged with what somebody else saved meanwhile. `goneId`: the template of
 * the draft, when it was deleted since.
 */
export function useBuilder(userId: string, template: ListedTemplate | null, goneId: string | null = null) {
  const { t } = useTranslation("templateBuilder");
  const toast = useToast();
  const navigate = useNavigate();
  const name = template?.id ?? goneId ?? NEW_TEMPLATE;
  const [saved, setSaved] = useState<Saved>(() => savedOf(template));
  const [draft, change] = useReducer(changeDraft, saved.base);
  const [typed, setTyped] = useState(emptyNewField);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(goneId === null ? null : "gone");
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  // The draft of an earlier visit is read in the browser only: the server renders the saved template.
  const [isReady, setReady] = useState(false);
  const isLeaving = useRef(false);
  const [saveId, setSaveId] = useState(() => randomId());
  const earlier = useRef<BuilderDraft | null>(null);

  useEffect(() => {
    const kept = readDraft(userId, name);
    setReady(true);
    if (!kept) return;
    const current = savedOf(template);
    const changed =
      goneId === null ? changedParts(kept, current.base) : { draft: kept.draft, typed: kept.typed ?? null };
    if (changed.typed) setTyped(changed.typed);
    if (changed.draft || changed.typed) setRestoredAt(kept.at);
    if (!changed.draft) return;
    change({ type: "replace", draft: changed.draft });
    if (template === null || kept.base === null || kept.version === current.version) return;
    setSaved({ base: kept.base, version: kept.version });
    setConflict(conflictOf(kept.base, kept.draft, template));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the template of the first render: a later one comes by saving
  }, [userId, name]);

  const isDirty = !isSameDraft(draft, saved.base);
  useEffect(() => {
    if (!isReady || isLeaving.current) return;
    const beside = isTyped(typed) ? { typed } : null;
    if (!isDirty && !beside) return forgetDraft(userId, name);
    const { base, version } = saved;
    keepDraft(userId, name, { at: Date.now(), draft, base: version === null ? null : base, version, ...beside });
  }, [isReady, isDirty, draft, typed, saved, userId, name]);

  const settle = (id: string | null) => {
    isLeaving.current = true;
    forgetDraft(userId, name);
    toast("done", t("saved"));
    navigate(`/templates/${id}`);
  };
  const refused = (end: CallFailure) => {
    const changed = templateChanged.safeParse(end.body);
    if (end.status === 409 && changed.success) {
      return setConflict(conflictOf(saved.base, draft, changed.data.current));
    }
    setFailure(failureOf(end));
  };
  const save = async () => {
    setFailure(null);
    setSaving(true);
    const { version } = saved;
    const target = !template?.id || version === null ? { saveId } : { templateId: template.id, version };
    const end = await sendDraft({ target, draft, earlier: earlier.current });
    setSaving(false);
    if (end.ok) return settle(end.value.id);
    earlier.current = draft;
    refused(end);
  };
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
      setSaveId(randomId());
      earlier.current = null;
      setFailure(null);
    },
    conflict,
    settleConflict,
    /** Leaves without the draft. */
    forget: () => {
      isLeaving.current = true;
      forgetDraft(userId, name);
    },
  };
}

export type Builder = ReturnType<typeof useBuilder>;

function savedOf(template: ListedTemplate | null): Saved {
  return template === null
    ? { base: EMPTY_DRAFT, version: null }
    : { base: toBuilderDraft(template), version: template.version };
}

function conflictOf(base: BuilderDraft, mine: BuilderDraft, theirs: ListedTemplate): Conflict {
  return { theirs, ...mergeTemplates(base, mine, toBuilderDraft(theirs)) };
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

import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import type { SavedField } from "#app/contracts/template/template-answers.ts";
import { randomId } from "#app/domain/ids.ts";
import type { FieldDraft } from "#app/domain/template/template-rules.ts";
import { copyOf } from "#app/features/templates/builder/saved-field-line.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";

/** With the schemas of its answers a sixth of the page. */
const savedFieldCalls = lazy(() => import("#app/features/templates/builder/saved-field-calls.ts"));
type Calls = Awaited<ReturnType<typeof savedFieldCalls.load>>;

/** The end of a call; null where its script does not come. */
async function endOf<Value>(call: (calls: Calls) => Promise<CallResult<Value>>): Promise<CallResult<Value> | null> {
  const calls = await savedFieldCalls.load().catch(() => null);
  return calls && call(calls);
}

/** 'My fields': read when the builder opens, and changed from it. */
export function useMyFields() {
  const { t } = useTranslation("templateBuilder");
  const toast = useToast();
  const [fields, setFields] = useState<readonly SavedField[] | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leave = new AbortController();
    const read = async () => {
      const answer = await endOf((calls) => calls.list(leave.signal));
      if (leave.signal.aborted) return;
      setFailed(!answer?.ok);
      if (answer?.ok) setFields(answer.value.fields);
    };
    void read();
    return () => leave.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round reads the list again
  }, [round]);
  const failed = useCallback(
    (message: string | null | undefined) => {
      toast("error", message ?? t("mine.failed"));
      return null;
    },
    [toast, t],
  );
  const put = (saved: SavedField) =>
    setFields((before) => [saved, ...(before ?? []).filter(({ id }) => id !== saved.id)]);
  return {
    fields,
    isFailed,
    onAgain: () => setRound((before) => before + 1),
    keep: async (field: FieldDraft): Promise<Partial<FieldDraft> | null> => {
      const end = await endOf((calls) => calls.create({ saveId: randomId(), field: wordingOf(field) }));
      if (!end?.ok) return failed(end?.message);
      put(end.value);
      toast("done", t("mine.saved"));
      return copyOf(end.value);
    },
    saveNewer: async (saved: SavedField, field: FieldDraft): Promise<Partial<FieldDraft> | null> => {
      const end = await endOf((calls) => calls.save(saved.id, { basedOn: saved.version, field: wordingOf(field) }));
      if (!end?.ok) return failed(end?.message);
      put(end.value);
      toast("done", t("mine.saved"));
      return { savedFieldId: end.value.id, savedFieldVersion: end.value.version };
    },
    onDelete: async ({ id }: SavedField): Promise<void> => {
      const end = await endOf((calls) => calls.remove(id));
      if (!end?.ok && end?.status !== 404) return void failed(end?.message);
      setFields((before) => (before ?? []).filter((each) => each.id !== id));
      toast("done", t("mine.deleted"));
    },
    onApply: async ({ id }: SavedField): Promise<void> => {
      const end = await endOf((calls) => calls.applyToAll(id));
      if (!end?.ok) return void failed(end?.message);
      const { field } = end.value;
      put(field);
      const isLeft = field.usedIn.some(({ version }) => version < field.version);
      toast(isLeft ? "error" : "done", t(isLeft ? "mine.notApplied" : "mine.applied"));
    },
  };
}

/** A field of its own: not a copy of another one. */
function wordingOf(field: FieldDraft) {
  const { title, prompt, type, required, description, columns } = field;
  return {
    key: randomId(),
    title,
    prompt,
    type,
    required,
    description: description ?? null,
    ...(columns ? { columns } : {}),
  };
}

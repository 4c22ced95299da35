import { useNavigate, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { TEMPLATE_NAME_CHARS_MAX } from "#app/domain/limits/templates.ts";
import type { ActionFailure } from "#app/features/templates/template-calls.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";

/** With the schemas of its answers a fifth of the page. */
const templateCalls = lazy(() => import("#app/features/templates/template-calls.ts"));
type Calls = Awaited<ReturnType<typeof templateCalls.load>>;

/** The dialog that is open over a template. */
type OpenDialog = { kind: "delete" | "share" | "versions"; template: ListedTemplate };

/** Duplicate, import and export, and which dialog is open. The texts are those of the list and the viewer. */
export function useTemplateActions() {
  const { t } = useTranslation("templates");
  const { nameOf } = useTemplateNames();
  const toast = useToast();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { revalidate } = useRevalidator();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isBusy, setBusy] = useState(false);
  const explainFailure = useActionFailure();
  const busy = async (action: (calls: Calls) => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    const calls = await templateCalls.load().catch(() => null);
    if (calls === null) explainFailure("loading");
    else await action(calls);
    setBusy(false);
  };
  return {
    dialog,
    isBusy,
    open: (kind: OpenDialog["kind"], template: ListedTemplate) => setDialog({ kind, template }),
    close: () => setDialog(null),
    duplicate: (template: ListedTemplate) =>
      void busy(async ({ duplicate }) => {
        const end = await duplicate(template.id, copyName(t("copyName", { name: nameOf(template) })));
        if (!end.ok) return explainFailure(end.failure);
        toast("done", t("done.duplicated"));
        if (isShown.current) navigate(`/templates/${end.value.id}/edit`);
      }),
    /** Makes it the team's, or its creator's alone again. */
    share: (template: ListedTemplate, isTeams: boolean) =>
      void busy(async ({ changeTeam }) => {
        if (template.id === null) return;
        const end = await changeTeam(template.id, isTeams);
        if (!end.ok) return explainFailure(end.failure);
        toast("done", t(isTeams ? "done.toTeam" : "done.fromTeam"));
        revalidate();
      }),
    export: (template: ListedTemplate) =>
      void busy(async ({ saveAsFile }) => {
        const end = await saveAsFile(template.id, nameOf(template));
        if (!end.ok) explainFailure(end.failure);
      }),
    import: (file: File) =>
      void busy(async ({ importFile }) => {
        const end = await importFile(file);
        if (!end.ok) return explainFailure(end.failure);
        toast("done", t("done.imported"));
        revalidate();
        if (isShown.current) navigate(`/templates/${end.value.id}`);
      }),
  };
}

/** Whether the reader may change the template: their own, or that of a team that they administer. */
export function isChangeable({ kind, team }: ListedTemplate): boolean {
  return kind === "custom" && team?.isManaged !== false;
}

export type TemplateActions = ReturnType<typeof useTemplateActions>;

/** Shows the failure of an action as a message (§8). */
function useActionFailure() {
  const { t } = useTranslation("templates");
  const toast = useToast();
  return (failure: ActionFailure | null) => {
    if (failure !== null) toast("error", failure === "loading" ? t("failed") : t(`error.${failure}`));
  };
}

/** A copy's name is cut where the original's is as long as a name can be. */
function copyName(name: string): string {
  return beginningOf(name, TEMPLATE_NAME_CHARS_MAX);
}

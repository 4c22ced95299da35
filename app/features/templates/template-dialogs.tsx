import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import type { TemplateActions } from "#app/features/templates/use-template-actions.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const deleteDialog = lazy(
  async () => (await import("#app/features/templates/delete-template.tsx")).DeleteTemplate,
  ["templates"],
);
const shareDialog = lazy(
  async () => (await import("#app/features/templates/share-template.tsx")).ShareTemplate,
  ["templates"],
);
const versionsDialog = lazy(
  async () => (await import("#app/features/templates/template-versions.tsx")).TemplateVersionsDialog,
  ["templates"],
);

type Props = { actions: TemplateActions; templates: readonly ListedTemplate[] };

/** The dialogs of the list and the viewer. Each loads with its first use. */
export function TemplateDialogs({ actions, templates }: Props) {
  const { dialog, close } = actions;
  if (dialog === null) return null;
  const { kind, template } = dialog;
  if (kind === "share") return <WhenLoaded part={shareDialog} props={{ template, onClose: close }} />;
  if (kind === "versions") return <WhenLoaded part={versionsDialog} props={{ template, onClose: close }} />;
  const others = templates.filter(({ id }) => id !== template.id);
  return (
    <WhenLoaded
      part={deleteDialog}
      props={{ template, others, onClose: close, onDuplicate: () => actions.duplicate(template) }}
    />
  );
}

import { useTemplateOptions } from "#app/features/templates/use-template-options.ts";
import { ImportDialog, type ImportDialogProps } from "#app/features/upload/import/import-dialog.tsx";

type Props = Omit<ImportDialogProps, "templates"> & {
  user: ImportDialogProps["user"] & { defaultTemplateId: string | null };
};

/** Passes the templates to the import dialog. */
export function ImportContainer(props: Props) {
  const templates = useTemplateOptions(props.user.defaultTemplateId);
  return <ImportDialog {...props} templates={templates} />;
}

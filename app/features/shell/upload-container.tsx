import { LimitDialog } from "#app/features/plan/limit-dialog.tsx";
import { useCredits } from "#app/features/plan/use-credits.ts";
import { useTemplateOptions } from "#app/features/templates/use-template-options.ts";
import { UploadDialog, type UploadDialogProps } from "#app/features/upload/upload-dialog.tsx";

type Props = Omit<UploadDialogProps, "credits" | "limit" | "templates"> & {
  user: UploadDialogProps["user"] & { defaultTemplateId: string | null };
};

/** Passes the plan's use, the limit dialog and the templates to the upload dialog. */
export function UploadContainer(props: Props) {
  const credits = useCredits();
  const templates = useTemplateOptions(props.user.defaultTemplateId);
  const limit = <LimitDialog use={credits?.usage.uploads ?? null} onClose={props.onClose} />;
  return <UploadDialog {...props} credits={credits} limit={limit} templates={templates} />;
}

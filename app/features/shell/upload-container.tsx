import { LimitDialog } from "#app/features/plan/limit-dialog.tsx";
import { useCredits } from "#app/features/plan/use-credits.ts";
import { UploadDialog, type UploadDialogProps } from "#app/features/upload/upload-dialog.tsx";

/** Passes the plan's use and the limit dialog to the upload dialog. */
export function UploadContainer(props: Omit<UploadDialogProps, "credits" | "limit">) {
  const credits = useCredits();
  const limit = <LimitDialog use={credits?.usage.uploads ?? null} onClose={props.onClose} />;
  return <UploadDialog {...props} credits={credits} limit={limit} />;
}

import { RecordDialog, type RecordDialogProps } from "#app/features/here/dialog/record-dialog.tsx";
import { LimitDialog } from "#app/features/plan/limit-dialog.tsx";
import { useCredits } from "#app/features/plan/use-credits.ts";
import { useTemplateOptions } from "#app/features/templates/use-template-options.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

type Props = {
  user: RecordDialogProps["user"] & { defaultTemplateId: string | null };
  onClose: () => void;
};

/** Passes the plan's use, the limit dialog and the templates to the dialog "Record here". */
export function RecordContainer({ user, onClose }: Props) {
  const credits = useCredits();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const templates = useTemplateOptions(user.defaultTemplateId);
  return (
    <RecordDialog
      user={user}
      templates={templates}
      credits={credits}
      locale={locale}
      timeZone={timeZone}
      limit={<LimitDialog use={credits?.usage.recordings ?? null} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { InviteDialog } from "#app/features/invite/invite-dialog.tsx";
import { readPrefill } from "#app/features/invite/prefill.ts";
import { LimitDialog } from "#app/features/plan/limit-dialog.tsx";
import { useCredits } from "#app/features/plan/use-credits.ts";
import { useTemplateOptions } from "#app/features/templates/use-template-options.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

type Props = {
  user: {
    name: string;
    email: string | null;
    defaultTemplateId: string | null;
    meetingLanguage: MeetingLanguage | null;
    hearsLanguage: boolean;
    waitMinutes: number;
  };
  links: LinkRules;
  /** Values for the form from the page that opened the dialog. */
  given: unknown;
  onClose: () => void;
};

/** Passes the plan's use, the limit dialog and the templates to the invite dialog. */
export function InviteContainer({ user, links, given, onClose }: Props) {
  const credits = useCredits();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const prefill = readPrefill(given);
  const templates = useTemplateOptions(prefill?.templateId === undefined ? user.defaultTemplateId : prefill.templateId);
  return (
    <InviteDialog
      user={user}
      links={links}
      prefill={prefill}
      templates={templates}
      credits={credits}
      locale={locale}
      timeZone={timeZone}
      limit={<LimitDialog use={credits?.usage.recordings ?? null} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

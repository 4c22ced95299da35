import { InviteDialog } from "#app/features/invite/invite-dialog.tsx";
import { readPrefill } from "#app/features/invite/prefill.ts";
import { LimitDialog } from "#app/features/upload/limit-dialog.tsx";
import { useCredits } from "#app/features/upload/use-credits.ts";
import type { LinkRules } from "#app/domain/meeting/link.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

type Props = {
  user: { name: string; email: string | null };
  links: LinkRules;
  /** What the page that opened it knows already. */
  given: unknown;
  onClose: () => void;
};

/** Where the invite dialog meets what the upload has of the plan. */
export function InviteContainer({ user, links, given, onClose }: Props) {
  const credits = useCredits();
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (
    <InviteDialog
      user={user}
      links={links}
      prefill={readPrefill(given)}
      credits={credits}
      locale={locale}
      timeZone={timeZone}
      limit={<LimitDialog use={credits?.usage.recordings ?? null} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

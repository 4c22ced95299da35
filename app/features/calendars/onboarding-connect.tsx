import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ConnectResult } from "#app/domain/calendar/calendar.ts";
import { ConnectForm } from "#app/features/calendars/connect-form.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  /** The page that the browser comes back to: the settings, in which the calendars are chosen one by one. */
  returnTo: string;
  /** Why the last attempt connected nothing. */
  problem: Exclude<ConnectResult, "connected"> | null;
};

/** §2, step 2: the two ways to connect a calendar. */
export function OnboardingConnect({ returnTo, problem }: Props) {
  const { t } = useTranslation("calendars");
  return (
    <div className="stack">
      {problem !== null && (
        <Notice role="alert" title={t("error.couldNotConnect")}>
          {t(`result.${problem}`)}
        </Notice>
      )}
      <ConnectForm provider="google" returnTo={returnTo} kind="primary" wide />
      <ConnectForm provider="microsoft" returnTo={returnTo} wide />
    </div>
  );
}

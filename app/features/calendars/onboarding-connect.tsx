import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ConnectResult, ConsentProvider } from "#app/domain/calendar/calendar.ts";
import { ConnectForm } from "#app/features/calendars/connect-form.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  /** The providers that can be connected here. */
  connectable: readonly ConsentProvider[];
  /** The page that the browser comes back to: the settings, in which the calendars are chosen one by one. */
  returnTo: string;
  /** Why the last attempt connected nothing. */
  problem: Exclude<ConnectResult, "connected"> | null;
};

/** §2, step 2: the ways to connect a calendar. */
export function OnboardingConnect({ connectable, returnTo, problem }: Props) {
  const { t } = useTranslation("calendars");
  return (
    <div className="stack">
      {problem !== null && (
        <Notice role="alert" title={t("error.couldNotConnect")}>
          {t(`result.${problem}`)}
        </Notice>
      )}
      {connectable.map((provider, place) => (
        <ConnectForm
          key={provider}
          provider={provider}
          returnTo={returnTo}
          kind={place === 0 ? "primary" : "line"}
          wide
        />
      ))}
    </div>
  );
}

import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Progress } from "#app/ui/progress.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";

const STEPS = 2;

type Props = {
  step: 1 | 2;
  /** About how long the rest takes, in minutes. */
  minutes: number;
  title: string;
  lead: string;
  children: ReactNode;
};

/** A page of the onboarding (§2): one column without the menu, with how far one is. */
export function OnboardingFrame({ step, minutes, title, lead, children }: Props) {
  const { t } = useTranslation(["onboarding", "common"]);
  const place = t("step", { step, of: STEPS });
  return (
    <>
      <a className="skip" href="#main">
        {t("common:skipToContent")}
      </a>
      <PublicPage layout="bare">
        <div className="stack">
          <p className="row between note muted num">
            <span>{place}</span>
            <span>{t("minutes", { count: minutes })}</span>
          </p>
          <Progress value={step} max={STEPS} label={place} />
        </div>
        <div className="stack">
          <h1 className="title">{title}</h1>
          <p className="muted">{lead}</p>
        </div>
        {children}
      </PublicPage>
    </>
  );
}

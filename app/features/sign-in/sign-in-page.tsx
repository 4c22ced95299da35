import { useTranslation } from "react-i18next";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import type { Locale } from "#app/domain/languages.ts";
import { useDoubtSession } from "#app/features/sign-in/session-refresh.tsx";
import { LanguageLinks } from "#app/features/sign-in/language-links.tsx";
import { SignInForm } from "#app/features/sign-in/sign-in-form.tsx";
import { Specimen } from "#app/features/sign-in/specimen.tsx";
import { Mark } from "#app/ui/mark.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";

/** The sign-in page: the form on the left, and on the right a page of minutes, so that the product explains itself. */
export function SignInPage(props: {
  locale: Locale;
  /** The page's own address, for coming back after a change of language. */
  here: string;
  returnTo: string;
  termsMissing: boolean;
  problem: SignInProblem | null;
}) {
  const { t } = useTranslation(["signIn", "common"]);
  useDoubtSession();
  return (
    <>
      <a className="skip" href="#main">
        {t("common:skipToContent")}
      </a>
      <div className="threshold">
        <div className="sign-in">
          <main className="sign-in__form" id="main">
            <div className="row between">
              <a className="mark" href="/">
                <Mark />
              </a>
              <ThemeToggle />
            </div>
            <SignInForm returnTo={props.returnTo} termsMissing={props.termsMissing} problem={props.problem} />
            <LanguageLinks current={props.locale} here={props.here} />
          </main>
          <Specimen />
        </div>
      </div>
    </>
  );
}

import { Form, Link, useNavigation } from "@remix-run/react";
import { onboardingPath } from "#app/domain/account/return-path.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";

/** §2: the way to the onboarding, on Home once the person has a meeting. It can be postponed for good, also without JavaScript. */
export function AboutYou() {
  const { t } = useTranslation("home");
  const isPostponing = useNavigation().formData?.get("intent") === "later";
  return (
    <section className="block" aria-labelledby="about-you">
      <div className="block__head">
        <h2 className="section" id="about-you">
          {t("aboutYou.title")}
        </h2>
      </div>
      <p className="muted mt-3">{t("aboutYou.text")}</p>
      <div className="row row--wrap mt-5">
        <Link className={buttonClass("line")} to={onboardingPath("/")}>
          {t("aboutYou.go")}
        </Link>
        <Form method="post" action="/onboarding">
          <input type="hidden" name="intent" value="later" />
          <input type="hidden" name="returnTo" value="/" />
          <Button type="submit" kind="quiet" busy={isPostponing} still>
            {t("aboutYou.later")}
          </Button>
        </Form>
      </div>
    </section>
  );
}

import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageFrame } from "#app/features/share/page-frame.tsx";
import { buttonClass } from "#app/ui/button.tsx";

type GoneProps = {
  contactEmail: string;
  theme: "system" | "light" | "dark";
  nonce: string;
  styles: string;
  script: string;
};

/** One page for every link that opens nothing: no meeting, no name, only what to do (§8). */
export function GonePage({ contactEmail, ...frame }: GoneProps) {
  const { t } = useTranslation(["share", "shared", "common"]);
  const label = t("goneLabel");
  return (
    <PageFrame {...frame} title={`${label} · ${t("common:product")}`}>
      <main className="doc" id="main">
        <div className="doc__in gone">
          <p className="label">{label}</p>
          <h1 className="title">{t("common:error.notAvailable")}</h1>
          <p className="reading lead">
            {t("shared:gone.text")} <a href={`mailto:${contactEmail}`}>{contactEmail}</a> {t("shared:gone.mail")}
          </p>
          <div className="actions">
            <a className={buttonClass("line", "btn--l")} href="/api/auth/signin">
              {t("shared:gone.signIn")}
            </a>
          </div>
          <p className="note muted block__s">{t("shared:gone.yours")}</p>
        </div>
      </main>
    </PageFrame>
  );
}

import { Link, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { copySharedTemplate } from "#app/contracts/endpoints/template-links.ts";
import type { SharedTemplate } from "#app/contracts/template/template-answers.ts";
import { randomId } from "#app/domain/ids.ts";
import { FieldEntries } from "#app/features/templates/view/field-entries.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = {
  /** Null: the link opens nothing. */
  template: SharedTemplate | null;
  token: string;
  isSignedIn: boolean;
};

/** A shared template for anyone with its link; whoever is signed in can copy it. */
export function SharedTemplatePage({ template, token, isSignedIn }: Props) {
  const { t } = useTranslation("templates");
  return (
    <PublicPage inner="shared-tpl">
      <p className="label">{t("shared.label")}</p>
      {template === null ? <Gone /> : <Opened template={template} token={token} isSignedIn={isSignedIn} />}
    </PublicPage>
  );
}

function Gone() {
  const { t } = useTranslation("templates");
  return (
    <>
      <h1 className="title">{t("shared.goneTitle")}</h1>
      <p className="reading lead">{t("shared.goneText")}</p>
      <p className="block--s">
        <Link className={buttonClass("line", "btn--l")} to="/">
          {t("shared.home")}
        </Link>
      </p>
    </>
  );
}

function Opened({ template, token, isSignedIn }: { template: SharedTemplate; token: string; isSignedIn: boolean }) {
  const { t } = useTranslation("templates");
  const toast = useToast();
  const navigate = useNavigate();
  const [state, setState] = useState<"idle" | "copying" | "failed">("idle");
  const [saveId] = useState(() => randomId());
  const copy = async () => {
    setState("copying");
    const end = await callApi(copySharedTemplate, { body: { saveId, token } });
    if (!end.ok) return setState("failed");
    toast("done", t("done.imported"));
    navigate(`/templates/${end.value.id}`);
  };
  return (
    <>
      <h1 className="title">{template.name}</h1>
      {template.description && <p className="reading lead">{template.description}</p>}
      <p className="note muted block__s">{t("shared.about")}</p>
      <div className="row row--wrap block--s">
        {isSignedIn ? (
          <Button kind="primary" large busy={state === "copying"} onClick={() => void copy()}>
            {state !== "copying" && <Icon name="copy" />}
            {t(state === "copying" ? "shared.copying" : "shared.copy")}
          </Button>
        ) : (
          <a
            className={buttonClass("primary", "btn--l")}
            href={`/api/auth/signin?returnTo=${encodeURIComponent(`/t/${token}`)}`}
          >
            {t("shared.signIn")}
          </a>
        )}
        {state === "failed" && <FieldError>{t("shared.failed")}</FieldError>}
      </div>
      <section className="fieldset fieldset--first" aria-label={t("fieldsInOrder")}>
        <FieldEntries fields={template.fields} />
      </section>
    </>
  );
}

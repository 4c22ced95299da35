import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { OBJECTION_CHARS_MAX, OBJECTION_NAME_CHARS_MAX } from "#app/domain/limits/account.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";

type Props = {
  notice: { firstName: string; startsAt: number } | null;
  contactEmail: string;
  /** The end of an objection; null before one. `not-taken`: the meeting takes no more, or is gone. */
  objection: "sent" | "empty" | "not-taken" | null;
};

/** The notice for people who are recorded in a call: who records, for whom, and how to object. Nothing else of the meeting is on it. */
export function RecordedPage({ notice, contactEmail, objection }: Props) {
  const { t } = useTranslation("privacy");
  return (
    <PublicPage>
      <h1 className="title">{t("recorded.title")}</h1>
      {notice === null && objection === null ? (
        <p className="reading lead">{t("recorded.unknown")}</p>
      ) : (
        <>
          {notice !== null && <WhoRecords notice={notice} />}
          {objection === "sent" ? (
            <p className="strong mt-8" role="status">
              {t("recorded.sent")}
            </p>
          ) : (
            <>
              {objection === "not-taken" && (
                <p className="strong mt-8" role="alert">
                  {t("recorded.notTaken", { address: contactEmail })}
                </p>
              )}
              <ObjectionForm failed={objection === "empty"} />
            </>
          )}
        </>
      )}
      <p className="note muted mt-8">
        {t("recorded.operator")} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </p>
    </PublicPage>
  );
}

function WhoRecords({ notice: { firstName, startsAt } }: { notice: NonNullable<Props["notice"]> }) {
  const { t } = useTranslation("privacy");
  return (
    <>
      <p className="reading lead">
        {firstName ? t("recorded.lead", { name: firstName }) : t("recorded.leadUnnamed")}{" "}
        <LocalTime at={startsAt} format="date-time" />
      </p>
      <ul className="reading mt-5 grid list-disc gap-2 pl-5">
        <li>{t("recorded.what")}</li>
        <li>{t("recorded.stop")}</li>
        <li>{t("recorded.rights")}</li>
      </ul>
    </>
  );
}

/** A plain form: it works before and without JavaScript. */
function ObjectionForm({ failed }: { failed: boolean }) {
  const { t } = useTranslation("privacy");
  return (
    <section className="mt-8" aria-labelledby="object-heading">
      <h2 className="section" id="object-heading">
        {t("recorded.object")}
      </h2>
      <Form className="mt-4 grid gap-4" method="post" noValidate>
        <Field label={t("recorded.name")}>
          {(wiring) => (
            <input {...wiring} className="input" name="name" maxLength={OBJECTION_NAME_CHARS_MAX} autoComplete="name" />
          )}
        </Field>
        <Field label={t("recorded.text")} {...(failed ? { error: t("recorded.empty") } : {})}>
          {(wiring) => <textarea {...wiring} className="input" name="text" rows={4} maxLength={OBJECTION_CHARS_MAX} />}
        </Field>
        <div className="row full">
          <Button type="submit" kind="primary" large>
            {t("recorded.send")}
          </Button>
        </div>
      </Form>
    </section>
  );
}

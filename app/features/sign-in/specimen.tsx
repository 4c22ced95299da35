import { useTranslation } from "react-i18next";

/** An example of Acta's minutes. The times are plain text because there is no recording to play. */
const LINES = [
  { time: "04:12", duration: "PT4M12S", text: "payments" },
  { time: "12:34", duration: "PT12M34S", text: "pilot" },
  { time: "21:07", duration: "PT21M7S", text: "importer" },
  { time: "44:50", duration: "PT44M50S", text: "decision" },
] as const;
const SPOKEN = "12:34";

export function Specimen() {
  const { t } = useTranslation("signIn");
  return (
    <aside className="sign-in__page" aria-label={t("specimen.label")}>
      <div className="doc__in">
        <p className="label">{t("specimen.when")}</p>
        <p className="title sign-in__title">{t("specimen.title")}</p>
        <div className="fieldset fieldset--first">
          <ul className="lines">
            {LINES.map(({ time, duration, text }) => (
              <li key={time} className={time === SPOKEN ? "line is-spoken" : "line"}>
                <div className="line__when">
                  <span className="moment" aria-current={time === SPOKEN ? "true" : undefined}>
                    <time dateTime={duration}>{time}</time>
                  </span>
                </div>
                <p className="reading">
                  {time === SPOKEN ? <span className="seg">{t(`specimen.${text}`)}</span> : t(`specimen.${text}`)}
                </p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </aside>
  );
}

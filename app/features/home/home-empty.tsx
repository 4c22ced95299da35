import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { Locale } from "#app/domain/languages.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The home page of somebody who has no meetings of their own yet: the next step, and the sample until it was made. */
export function HomeEmpty({ offersSample, record }: { offersSample: boolean; record: ReactNode }) {
  const { t } = useTranslation(["home", "common"]);
  return (
    <>
      <p className="reading lead">{t("empty.lead")}</p>
      <section className="begin begin--1 block" aria-labelledby="begin">
        <h2 className="section" id="begin">
          {t("empty.uploadTitle")}
        </h2>
        <p className="muted">{t("empty.uploadText")}</p>
        <div className="begin__do">
          <Link className={buttonClass("primary")} to="/?upload=1" onClick={() => track("upload recording")}>
            <Icon name="upload" />
            <span className="cap">{t("common:menu.uploadRecording")}</span>
          </Link>
          <Link className={buttonClass("line")} to="/?invite=1" onClick={() => track("invite to meeting")}>
            <Icon name="video" />
            <span className="cap">{t("common:menu.inviteToMeeting")}</span>
          </Link>
          {record}
          <Link className={buttonClass("line")} to="/?import=1">
            {t("empty.importTranscripts")}
          </Link>
        </div>
      </section>
      {offersSample && <SampleOffer />}
    </>
  );
}

/** Moments of the three lines in the sample of each language (workers/sample/texts); a test compares them. */
export const SAMPLE_TIMES: Readonly<Record<Locale, readonly [string, string, string]>> = {
  en: ["00:48", "00:59", "01:39"],
  es: ["00:53", "01:06", "01:51"],
  ca: ["00:55", "01:08", "01:52"],
  fr: ["00:53", "01:06", "01:51"],
};
const SAMPLE_LINES = ["sample1", "sample2", "sample3"] as const;

/** Lines of the sample's minutes, as plain text, and the way to the sample itself: a form, so that it works without JavaScript. */
function SampleOffer() {
  const { t } = useTranslation("home");
  const times = SAMPLE_TIMES[useLocale()];
  return (
    <section className="block" aria-labelledby="sample">
      <div className="block__head">
        <h2 className="section" id="sample">
          {t("empty.sampleTitle")}
        </h2>
      </div>
      <ul className="sample">
        {SAMPLE_LINES.map((text, index) => (
          <li key={text} className="line">
            <div className="line__when">
              <span className="moment">{times[index]}</span>
            </div>
            <p className="reading">{t(`empty.${text}`)}</p>
          </li>
        ))}
      </ul>
      <form className="row row--wrap mt-5" method="post" action="/api/acta/sample">
        <Button type="submit">{t("empty.openSample")}</Button>
        <span className="note muted">{t("empty.sampleNote")}</span>
      </form>
    </section>
  );
}

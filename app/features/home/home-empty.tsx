import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** An example of minutes. The times are plain text because there is no recording to play. */
const SAMPLE = [
  { time: "08:15", text: "sample1" },
  { time: "19:40", text: "sample2" },
  { time: "27:02", text: "sample3" },
] as const;

/** The home page of a user without meetings: explains how to begin and which content appears here later. */
export function HomeEmpty() {
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
        </div>
      </section>
      <section className="block" aria-labelledby="sample">
        <div className="block__head">
          <h2 className="section" id="sample">
            {t("empty.sampleTitle")}
          </h2>
        </div>
        <ul className="sample">
          {SAMPLE.map(({ time, text }) => (
            <li key={time} className="line">
              <div className="line__when">
                <span className="moment">{time}</span>
              </div>
              <p className="reading">{t(`empty.${text}`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

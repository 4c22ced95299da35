import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListedVersion } from "#app/contracts/edit-answers.ts";
import { BringBack } from "#app/features/meeting/edit/versions/bring-back.tsx";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

type Props = {
  meetId: string;
  versions: ListedVersion[];
  onRead: (version: ListedVersion) => Promise<void>;
  onBroughtBack: () => void;
};

/** All minutes that this meeting has had, newest first: when, by whom, with what. */
export function VersionList({ meetId, versions, onRead, onBroughtBack }: Props) {
  const { t } = useTranslation(["edit", "common"]);
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [awaited, setAwaited] = useState<number | null>(null);
  const read = async (version: ListedVersion) => {
    setAwaited(version.version);
    await onRead(version);
    setAwaited(null);
  };
  return (
    <section className="versions" aria-label={t("versions.title")}>
      <h3 className="label ink">{t("versions.title")}</h3>
      <ol className="entries">
        {versions.map((version) => {
          const date = formatDateTime(version.madeAt, locale, timeZone);
          const facts = [
            version.template,
            t(`common:language.${version.language}`),
            t(`versions.made.${version.kind}`),
            t(`versions.by.${version.by}`),
            ...(version.linesByHand > 0 ? [t("versions.hand", { count: version.linesByHand })] : []),
          ];
          return (
            <li className="entry" key={version.version}>
              <div>
                <p className="strong row row--wrap">
                  <span className="num">{date}</span>{" "}
                  {version.shown && <span className="plan">{t("versions.shown")}</span>}
                </p>
                <p className="note muted">{facts.join(", ")}</p>
              </div>
              {!version.shown && (
                <div className="row">
                  <button
                    className="btn btn--quiet"
                    type="button"
                    aria-label={t("versions.readLabel", { date })}
                    aria-busy={awaited === version.version || undefined}
                    aria-disabled={awaited !== null || undefined}
                    onClick={awaited === null ? () => void read(version) : undefined}
                  >
                    {t("versions.read")}
                  </button>
                  <BringBack
                    meetId={meetId}
                    version={version.version}
                    label={t("versions.bringBackLabel", { date })}
                    onDone={onBroughtBack}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

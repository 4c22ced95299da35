import { useLanguageName } from "#app/i18n/language-name.ts";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedVersion } from "#app/contracts/meeting/edit-answers.ts";
import { bringBackVersion } from "#app/contracts/endpoints/edits.ts";
import { randomId } from "#app/domain/ids.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = {
  meetId: string;
  versions: ListedVersion[];
  onRead: (version: ListedVersion) => Promise<void>;
  onBroughtBack: () => void;
};

/** All minutes that this meeting has had, newest first: when, by whom, with what. */
export function VersionList({ meetId, versions, onRead, onBroughtBack }: Props) {
  const { t } = useTranslation(["edit", "common", "meeting"]);
  const nameOf = useLanguageName();
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
            version.template ?? t("meeting:basicSystem"),
            nameOf(version.language),
            t(`versions.made.${version.kind}`),
            t(`versions.by.${version.by}`),
            ...(version.manualLines > 0 ? [t("versions.hand", { count: version.manualLines })] : []),
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

type BringBackProps = { meetId: string; version: number; label?: string; onDone: () => void };

/** Shows an earlier version again, as a version of its own: the one that is shown now stays in the list. */
export function BringBack({ meetId, version, label, onDone }: BringBackProps) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const [saveId] = useState(() => randomId());
  const [busy, setBusy] = useState(false);
  const bringBack = async () => {
    setBusy(true);
    const end = await saveEdit(bringBackVersion, { params: { meetId, version }, body: { saveId } });
    setBusy(false);
    if (!end.ok) return toast("error", end.message ?? t("common:error.connection"));
    toast("done", t("versions.brought"));
    onDone();
  };
  return (
    <Button still busy={busy} aria-label={label} onClick={() => void bringBack()}>
      {t("versions.bringBack")}
    </Button>
  );
}

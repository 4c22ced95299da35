import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** Formats that few people ask for, in the order in which they do. The route knows the same names. */
const RARER = ["md", "txt", "srt", "vtt", "json"] as const;
/** Files of the minutes, which can have the transcript too. */
const WITH_TRANSCRIPT: ReadonlySet<string> = new Set(["docx", "md", "txt"]);

/** The parts of a file that people choose. `names`: of who said what. */
type Parts = { transcript: boolean; names: boolean };

/** The choices of the menu as the addresses have them. A file has no transcript and the names of its speakers, unless the address says otherwise. */
function queryOf(parts: Parts): Record<string, string> {
  return { ...(parts.transcript && { transcript: "1" }), ...(!parts.names && { names: "0" }) };
}

function addressOf(path: string, parts: Parts): string {
  const query = new URLSearchParams(queryOf(parts)).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The export menu: two choices for all of its files, the usual files, and the rarer ones behind "More". */
export function ExportList({ meetId, pdf, playable }: Pick<MeetingHead, "meetId" | "pdf" | "playable">) {
  const { t } = useTranslation("exporting");
  const [parts, setParts] = useState<Parts>({ transcript: false, names: true });
  const { speakers } = useMeetingFacts();
  const fileOf = (format: "docx" | (typeof RARER)[number]) => ({
    path: `/api/acta/meetings/${meetId}/export/${format}`,
    name: t(format),
    format,
    parts: { ...parts, transcript: parts.transcript && WITH_TRANSCRIPT.has(format) },
    plain: WITH_TRANSCRIPT.has(format),
  });
  return (
    <ul className="menu export__list">
      <li>
        <div className="export__choice" role="group" aria-label={t("choice.label")}>
          <Checkbox
            label={t("choice.transcript")}
            checked={parts.transcript}
            onChange={({ target }) => setParts({ ...parts, transcript: target.checked })}
          />
          {speakers.size > 0 && (
            <Checkbox
              label={t("choice.names")}
              checked={parts.names}
              onChange={({ target }) => setParts({ ...parts, names: target.checked })}
            />
          )}
        </div>
      </li>
      <CopyMinutes meetId={meetId} parts={parts} />
      {pdf === "ready" && (
        <FileLink path={`/api/acta/meetings/${meetId}/pdf`} name={t("pdf")} format="pdf" parts={parts} plain />
      )}
      {pdf === "not-ready" && <PdfNotReady />}
      <FileLink {...fileOf("docx")} />
      <li>
        <details className="export__more">
          <summary>
            {t("more")}
            <Icon name="down" />
          </summary>
          <ul>
            {RARER.map((format) => (
              <FileLink key={format} {...fileOf(format)} />
            ))}
            {playable && (
              <li>
                <a href={`/api/acta/meetings/${meetId}/recording/download`} download>
                  {t("recording")}
                </a>
              </li>
            )}
          </ul>
        </details>
      </li>
    </ul>
  );
}

type FileProps = { path: string; name: string; format: string; parts: Parts; plain: boolean };

/** `plain`: without JavaScript, where nothing can be chosen, the file with the transcript has a link of its own. */
function FileLink({ path, name, format, parts, plain }: FileProps) {
  const { t } = useTranslation("exporting");
  const isPdf = format === "pdf";
  return (
    <li>
      <a
        href={addressOf(path, parts)}
        download
        data-pdf={isPdf || undefined}
        onClick={isPdf ? () => track("download PDF") : undefined}
      >
        {name} <kbd>.{format}</kbd>
      </a>
      {plain && (
        <noscript>
          <a href={`${path}?transcript=1`} download>
            {t("withTranscript", { format: name })}
          </a>
        </noscript>
      )}
    </li>
  );
}

const copying = lazy(async () => (await import("#app/features/meeting/document/copy-minutes.ts")).copyMinutes);

/** Copies the minutes and says whether that succeeded. */
function CopyMinutes({ meetId, parts }: { meetId: string; parts: Parts }) {
  const { t } = useTranslation(["exporting", "common"]);
  const toast = useToast();
  const copy = async (menu: HTMLDetailsElement | null) => {
    // The menu closes on a link by itself; the button in it would take the focus along.
    menu?.querySelector("summary")?.focus();
    menu?.removeAttribute("open");
    // A script that cannot be loaded is a lost connection as well.
    const copied = await copying.load().then(
      (copyMinutes) => copyMinutes(meetId, queryOf(parts)),
      () => ({ ok: false, reason: "unreachable", message: null }) as const,
    );
    if (copied.ok) return toast("done", t("copy.done"));
    const { reason, message } = copied;
    toast("error", message ?? t(reason === "refused" ? "copy.refused" : "common:error.connection"));
  };
  return (
    <li>
      <button type="button" onClick={({ currentTarget }) => void copy(currentTarget.closest("details"))}>
        {t("copy.action")}
      </button>
    </li>
  );
}

/** Stands where the link will be; the live page puts it there. */
function PdfNotReady() {
  const { t } = useTranslation(["common", "exporting"]);
  return (
    <li className="export__wait">
      <div role="status">
        <p>{t("common:error.pdfNotReady")}</p>
        <p className="note muted">{t("exporting:soon")}</p>
      </div>
    </li>
  );
}

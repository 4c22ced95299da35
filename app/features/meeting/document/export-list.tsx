import { Fragment } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";

/** After the PDF, in the order in which people ask for them. The route knows the same names. */
const FORMATS = ["docx", "md", "txt", "srt", "vtt", "json"] as const;
/** Files of the minutes, which can have the transcript too. */
const WITH_TRANSCRIPT: ReadonlySet<string> = new Set(["docx", "md", "txt"]);

/** The entries of the export menu. */
export function ExportList({ meetId, pdf, playable }: Pick<MeetingHead, "meetId" | "pdf" | "playable">) {
  const { t } = useTranslation("exporting");
  return (
    <ul className="menu export__list">
      {pdf === "ready" && <PdfLinks meetId={meetId} />}
      {pdf === "not-ready" && <PdfNotReady />}
      {FORMATS.map((format) => {
        const name = t(format);
        const address = `/api/acta/meetings/${meetId}/export/${format}`;
        return (
          <Fragment key={format}>
            <FileLink href={address} name={name} format={format} />
            {WITH_TRANSCRIPT.has(format) && (
              <FileLink href={`${address}?transcript=1`} name={t("withTranscript", { format: name })} format={format} />
            )}
          </Fragment>
        );
      })}
      {playable && (
        <li>
          <a href={`/api/acta/meetings/${meetId}/recording/download`} download>
            {t("recording")}
          </a>
        </li>
      )}
      <CopyMinutes meetId={meetId} />
    </ul>
  );
}

function FileLink({ href, name, format }: { href: string; name: string; format: string }) {
  return (
    <li>
      <a href={href} download>
        {name} <kbd>.{format}</kbd>
      </a>
    </li>
  );
}

const copying = lazy(async () => (await import("#app/features/meeting/document/copy-minutes.ts")).copyMinutes);

/** Copies the minutes and says whether that succeeded. */
function CopyMinutes({ meetId }: { meetId: string }) {
  const { t } = useTranslation(["exporting", "common"]);
  const toast = useToast();
  const copy = async (menu: HTMLDetailsElement | null) => {
    // The menu closes on a link by itself; the button in it would take the focus along.
    menu?.querySelector("summary")?.focus();
    menu?.removeAttribute("open");
    // A script that cannot be loaded is a lost connection as well.
    const copied = await copying.load().then(
      (copyMinutes) => copyMinutes(meetId),
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

function PdfLinks({ meetId }: { meetId: string }) {
  const { t } = useTranslation("exporting");
  const address = `/api/acta/meetings/${meetId}/pdf`;
  return (
    <>
      <li>
        <a href={address} download data-pdf onClick={() => track("download PDF")}>
          {t("pdf")} <kbd>.pdf</kbd>
        </a>
      </li>
      <li>
        <a href={`${address}?transcript=1`} download onClick={() => track("download PDF")}>
          {t("pdfWithTranscript")} <kbd>.pdf</kbd>
        </a>
      </li>
    </>
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

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatMoment } from "#app/domain/time.ts";
import { RecorderButtons } from "#app/features/meeting/here/recorder-buttons.tsx";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useRecordedMs } from "#app/features/here/session/use-session.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** TypeScript does not know Document Picture-in-Picture yet. */
type PictureInPicture = { requestWindow(size: { width: number; height: number }): Promise<Window> };

function pictureInPicture(): PictureInPicture | null {
  return "documentPictureInPicture" in window ? (window.documentPictureInPicture as PictureInPicture) : null;
}

/** Opens a small window that stays above all others, where the browser has such windows. It closes with the recording. */
export function SmallWindowButton({ session }: { session: RecordingSession }) {
  const { t } = useTranslation("recordHere");
  const [small, setSmall] = useState<Window | null>(null);
  useEffect(() => () => small?.close(), [small]);
  const pip = pictureInPicture();
  if (pip === null) return null;
  const open = async () => {
    const opened = await pip.requestWindow({ width: 360, height: 120 }).catch(() => null);
    if (opened === null) return;
    copyStyles(opened.document);
    opened.document.title = session.title;
    opened.addEventListener("pagehide", () => setSmall(null), { once: true });
    setSmall(opened);
  };
  return (
    <>
      <Button kind="quiet" icon aria-label={t("smallWindow")} title={t("smallWindow")} onClick={() => void open()}>
        <Icon name="external" />
      </Button>
      {small && createPortal(<SmallRecorder session={session} />, small.document.body)}
    </>
  );
}

function SmallRecorder({ session }: { session: RecordingSession }) {
  const recorded = useRecordedMs(session);
  return (
    <main className="page__in stack here-small">
      <p className="strong cut">{session.title}</p>
      <div className="player__do player__do--rec">
        <RecorderButtons session={session} />
        <p className="player__time player__time--rec">
          <b>{formatMoment(recorded)}</b>
        </p>
      </div>
    </main>
  );
}

/** The window begins without any style. Links to the style sheets of the page, and the theme. */
function copyStyles(into: Document): void {
  into.documentElement.lang = document.documentElement.lang;
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) into.documentElement.dataset.theme = theme;
  for (const sheet of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    const link = into.createElement("link");
    link.rel = "stylesheet";
    link.href = sheet.href;
    into.head.appendChild(link);
  }
}

import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatMoment } from "#app/domain/time.ts";
import { SourceIcon } from "#app/ui/source-icon.tsx";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useRecordedMs, useSessionState } from "#app/features/here/session/use-session.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** The running recording in a line at the foot of other pages. */
export function RecordingLine({ session }: { session: RecordingSession }) {
  const { t } = useTranslation("recordHere");
  const { phase } = useSessionState(session);
  const recorded = useRecordedMs(session);
  const toast = useToast();
  const before = useRef(phase);
  // The line goes, and the page of the recording, which says why, is not the one that is shown.
  useEffect(() => {
    if ((phase === "gone" || phase === "kept") && before.current !== phase) toast("error", t(`trouble.${phase}`));
    before.current = phase;
  }, [phase, toast, t]);
  if (phase === "over" || phase === "kept" || phase === "gone") return null;
  return (
    <div className="upload-lines">
      <section className="upload-line" aria-label={session.title}>
        <SourceIcon name="microphone" />
        <div className="min-w-0">
          <p className="strong cut" title={session.title}>
            {session.title}
          </p>
          <p className="note muted num">
            {t(`line.${phase}`)} {formatMoment(recorded)}
          </p>
        </div>
        <Link className={buttonClass("line")} to={`/${session.meetId}`}>
          {t("line.open")}
        </Link>
      </section>
    </div>
  );
}

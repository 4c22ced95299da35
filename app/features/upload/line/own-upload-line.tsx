import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { assertNever } from "#app/domain/invariant.ts";
import { UploadLine, useStageText } from "#app/features/upload/line/upload-line.tsx";
import type { UploadState } from "#app/features/upload/upload-flow.ts";
import { percentSent } from "#app/features/upload/upload-meter.ts";
import { buttonClass } from "#app/ui/button.tsx";

/** This tab's upload while its dialog is closed. */
export function OwnUploadLine({ state, title }: { state: UploadState; title: string }) {
  const { t } = useTranslation("upload");
  const { pathname } = useLocation();
  const line = useLine(state);
  if (line === null) return null;
  return (
    <UploadLine title={title} {...line}>
      <Link
        className={buttonClass("line")}
        to={`${pathname}?upload=1`}
        preventScrollReset
        aria-label={t("line.showOf", { title })}
      >
        {t("line.show")}
      </Link>
    </UploadLine>
  );
}

function useLine(state: UploadState): { text: string; percent: number | null } | null {
  const { t } = useTranslation("upload");
  const stageText = useStageText();
  switch (state.name) {
    case "sending": {
      const percent = percentSent(state.meter);
      if (state.way === "down") return { text: t("progress.stalled"), percent };
      if (state.way === "paused") return { text: t("progress.paused"), percent };
      const stage = state.sound === "going" ? "sound" : state.way === "whole" ? "whole" : "video";
      return { text: stageText(stage, percent), percent };
    }
    case "starting":
    case "finishing":
      return { text: t("line.checking"), percent: null };
    case "form":
      return state.failure && { text: t("line.stopped"), percent: null };
    case "arrived":
    case "limit-reached":
      return null;
    default:
      return assertNever(state);
  }
}

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent } from "#app/features/upload/format-size.ts";
import type { UploadState } from "#app/features/upload/upload-flow.ts";
import { percentSent } from "#app/features/upload/upload-meter.ts";

/** Shows the upload's progress in the tab's title, for users who work in another tab. Afterwards the page's title is restored. */
export function useProgressTitle(state: UploadState): void {
  const { i18n } = useTranslation();
  const percent = state.name === "sending" ? formatPercent(percentSent(state.meter), i18n.language) : null;
  useEffect(() => {
    if (percent === null) return;
    const own = document.title;
    document.title = `${percent} · ${own}`;
    return () => {
      document.title = own;
    };
  }, [percent]);
}

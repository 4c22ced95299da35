import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { openI18n } from "#app/i18n/server.ts";
import { minutesOf } from "#app/server/exports/minutes.ts";
import { type FontBytes, openTypeface, type Typeface } from "#app/server/pdf/typeface.ts";
import { writePdf } from "#app/server/pdf/write-pdf.ts";
import type { PdfWriter } from "#app/server/ports/pdf-writer.ts";

/** Increased when the layout of the same minutes changes, so that existing PDFs are written again at the next change. */
const DESIGN = 2;

/** Writes the PDF of a meeting. The faces are opened when the first one is written. */
export function pdfWriter({ fonts, origin }: { fonts: () => FontBytes; origin: string }): PdfWriter {
  let typeface: Typeface | null = null;
  return {
    async fingerprint({ head, summary, segments }, { transcript, linked }) {
      const { meetId, title, startsAt, timeZone, language, durationMs, transcriptSource, droppedSegments, playable } =
        head;
      const shown = {
        meetId,
        title,
        startsAt,
        timeZone,
        language,
        durationMs,
        transcriptSource,
        droppedSegments,
        playable,
        cutOff: head.cutOff,
      };
      const told = JSON.stringify([DESIGN, origin, transcript, linked, shown, head.templateName, summary, segments]);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(told)));
      return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    async write(view, { transcript, linked, fingerprint }) {
      typeface ??= openTypeface(fonts());
      const locale = languageOf(view);
      const t = (await openI18n(locale)).getFixedT(locale, ["meeting", "common", "exporting", "editActions"]);
      const page = linked && view.head.playable ? `${origin}/${view.head.meetId}` : null;
      return writePdf(
        minutesOf(view, t, { locale }),
        {
          page,
          transcript,
          texts: { moment: (at) => t("exporting:moment", { at }) },
          locale,
          writtenAt: view.summary?.writtenAt ?? view.head.startsAt,
          id: fingerprint,
        },
        typeface,
      );
    },
  };
}

/** A document has one language: that of its content, for every reader. */
function languageOf({ head, summary }: MeetingView) {
  return summary?.language ?? head.language;
}

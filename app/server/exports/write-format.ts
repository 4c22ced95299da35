import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { ExportFormat } from "#app/domain/meeting/export-formats.ts";
import { writeSrt, writeVtt } from "#app/domain/transcript/write-subtitles.ts";
import { writeDocx } from "#app/server/exports/docx/write-docx.ts";
import { writeMarkdown } from "#app/server/exports/markdown.ts";
import { type ExportTexts, type Minutes, minutesOf } from "#app/server/exports/minutes.ts";
import { writePlainText } from "#app/server/exports/plain-text.ts";
import { writeJson } from "#app/server/exports/write-json.ts";

/** `page`: the address that moments of the recording link to. `transcript`: whether a format of minutes holds the transcript beside them. */
type Options = { t: ExportTexts; locale: Locale; page: string; shared: boolean; transcript: boolean };

type Format = {
  contentType: string;
  /** Its name in the archive of everything. */
  archived: string;
  /** Captions are nothing but the transcript, so that who may not read it gets none. */
  holds: "minutes" | "captions";
  write: (view: MeetingView, minutes: () => Minutes, options: Options) => string | Uint8Array<ArrayBuffer>;
};

/** Every format of an exported meeting. */
export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  docx: {
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    archived: "minutes.docx",
    holds: "minutes",
    write: (view, minutes, { page, locale }) =>
      Uint8Array.from(writeDocx(minutes(), { page, locale, writtenAt: view.summary?.writtenAt ?? view.head.startsAt })),
  },
  md: {
    contentType: "text/markdown; charset=utf-8",
    archived: "minutes.md",
    holds: "minutes",
    write: (_view, minutes, { page }) => writeMarkdown(minutes(), page),
  },
  txt: {
    contentType: "text/plain; charset=utf-8",
    archived: "minutes.txt",
    holds: "minutes",
    write: (_view, minutes) => writePlainText(minutes()),
  },
  json: {
    contentType: "application/json; charset=utf-8",
    archived: "meeting.json",
    holds: "minutes",
    write: (view, minutes, { shared }) => writeJson(view, minutes(), { shared }),
  },
  srt: {
    contentType: "application/x-subrip; charset=utf-8",
    archived: "transcript.srt",
    holds: "captions",
    write: ({ segments }) => writeSrt(segments),
  },
  vtt: {
    contentType: "text/vtt; charset=utf-8",
    archived: "transcript.vtt",
    holds: "captions",
    write: ({ segments }) => writeVtt(segments),
  },
};

/** A meeting in one format. Before there are minutes, the transcript is all that the meeting has. */
export function writeFormat(
  view: MeetingView,
  format: ExportFormat,
  options: Options,
): string | Uint8Array<ArrayBuffer> {
  const minutes = () => {
    const all = minutesOf(view, options.t, { locale: options.locale });
    return options.transcript || view.summary === null ? all : { ...all, turns: [] };
  };
  return FORMATS[format].write(view, minutes, options);
}

import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { Actor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { Locale } from "#app/domain/languages.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { writeSrt, writeVtt } from "#app/domain/transcript/write-subtitles.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { writeDocx } from "#app/server/exports/docx/write-docx.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { writeMarkdown } from "#app/server/exports/markdown.ts";
import { EXPORT_TEXTS, type ExportTexts, minutesOf } from "#app/server/exports/minutes.ts";
import { writePlainText } from "#app/server/exports/plain-text.ts";
import { withoutNames } from "#app/server/exports/without-names.ts";
import { writeJson } from "#app/server/exports/write-json.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";

const CONTENT_TYPES = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  srt: "application/x-subrip; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const;
export type ExportFormat = keyof typeof CONTENT_TYPES;
/** `format` as it stands in the address. `names`: of who said what; left out, the file has them. */
export type AskedExport = { format: string; locale: Locale; transcript: boolean; names?: boolean };

/**
 * Exports a meeting as a file, in its present state and in the caller's language. The file is not stored: the next export has
 * later edits. DOCX, Markdown and plain text hold the minutes, with `transcript` the transcript too. "not-ready" when there is
 * neither text nor summary yet.
 */
export async function exportMeeting(
  services: Pick<Services, "db" | "meetings" | "config">,
  actor: Actor,
  asked: AskedExport & { meetId: MeetId },
): Promise<Outcome<FileToSend, "not-found" | "not-ready">> {
  const viewer = await accessTo(services, actor, asked.meetId);
  if (!viewer) return refused("not-found");
  return exportTo(services, viewer, { ...asked, page: `${services.config.origin}/${asked.meetId}` });
}

/** The same for a known viewer; it holds only parts that the viewer may see. `page` is the address that its moments link to. */
export async function exportTo(
  services: Pick<Services, "meetings">,
  viewer: Viewer,
  asked: AskedExport & { meetId: MeetId; page: string },
): Promise<Outcome<FileToSend, "not-found" | "not-ready">> {
  const { meetId, page, locale, transcript, names = true } = asked;
  const format = parseFormat(asked.format);
  if (!format || !may(viewer, "read-summary")) return refused("not-found");
  // Captions are nothing but the transcript.
  if ((format === "srt" || format === "vtt") && !may(viewer, "read-transcript")) return refused("not-found");
  const whole = await services.meetings.view(meetId, viewer);
  if (!whole) return refused("not-found");
  const view = names ? whole : withoutNames(whole);
  if (view.segments.length === 0 && view.summary === null) return refused("not-ready");
  const shared = viewer.kind === "share";
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  return ok({
    contentType: CONTENT_TYPES[format],
    name: { title: view.head.title, extension: format },
    version: null,
    content: { kind: "made", make: () => writeFormat(view, format, { t, locale, page, shared, transcript }) },
  });
}

function parseFormat(format: string): ExportFormat | null {
  return Object.hasOwn(CONTENT_TYPES, format) ? (format as ExportFormat) : null;
}

/** A meeting in one format. `transcript`: DOCX, Markdown and plain text hold it beside the minutes. */
export function writeFormat(
  view: MeetingView,
  format: ExportFormat,
  options: { t: ExportTexts; locale: Locale; page: string; shared: boolean; transcript: boolean },
): string | Uint8Array<ArrayBuffer> {
  const { t, locale, page, shared } = options;
  if (format === "srt") return writeSrt(view.segments);
  if (format === "vtt") return writeVtt(view.segments);
  const all = minutesOf(view, t, { locale });
  // Before there are minutes, the transcript is all that the meeting has.
  const minutes = options.transcript || view.summary === null ? all : { ...all, turns: [] };
  switch (format) {
    case "docx":
      return Uint8Array.from(
        writeDocx(minutes, { page, locale, writtenAt: view.summary?.writtenAt ?? view.head.startsAt }),
      );
    case "md":
      return writeMarkdown(minutes, page);
    case "txt":
      return writePlainText(minutes);
    case "json":
      return writeJson(view, minutes, { shared });
    default:
      return assertNever(format);
  }
}

type AskedPdf = { meetId: MeetId; viewer: Viewer } & Pick<AskedExport, "transcript" | "names">;

/**
 * The meeting's PDF for a known viewer (the owner, or the holder of a share link); it holds only parts that the viewer may see.
 * "pdf-not-ready" until one is written from the saved state; a stale one is never sent.
 */
export async function downloadPdf(
  services: Pick<Services, "store" | "meetings">,
  { meetId, viewer, transcript, names = true }: AskedPdf,
): Promise<Outcome<FileToSend<"pdf-not-ready">, "not-found" | "pdf-not-ready">> {
  const found = await services.meetings.pdf(meetId, viewer, { transcript, names });
  if (!found.ok) return refused(found.reason === "not-ready" ? "pdf-not-ready" : "not-found");
  const { key, version, title } = found.value;
  const open = async (start: number, end: number) => {
    const body = await services.store.read(key, version, start, end);
    // Written again in this moment: the next one is a second away.
    return body ? ok(body) : refused<"pdf-not-ready">("pdf-not-ready");
  };
  return ok({
    contentType: "application/pdf",
    name: { title, extension: "pdf" },
    version: null,
    content: { kind: "stored", size: version.size, ranges: false, open },
  });
}

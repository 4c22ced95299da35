import type { Actor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { parseExportFormat } from "#app/domain/meeting/export-formats.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { EXPORT_TEXTS } from "#app/server/exports/minutes.ts";
import { withoutNames } from "#app/server/exports/without-names.ts";
import { FORMATS, writeFormat } from "#app/server/exports/write-format.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

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
  const format = parseExportFormat(asked.format);
  if (!format || !may(viewer, "read-summary")) return refused("not-found");
  const { contentType, holds } = FORMATS[format];
  if (holds === "captions" && !may(viewer, "read-transcript")) return refused("not-found");
  const whole = await services.meetings.view(meetId, viewer);
  if (!whole) return refused("not-found");
  const view = names ? whole : withoutNames(whole);
  if (view.segments.length === 0 && view.summary === null) return refused("not-ready");
  const shared = viewer.kind === "share";
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  return ok({
    contentType,
    name: { title: view.head.title, extension: format },
    version: null,
    content: { kind: "made", make: () => writeFormat(view, format, { t, locale, page, shared, transcript }) },
  });
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

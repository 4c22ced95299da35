import type { Translate } from "#app/i18n/translate.ts";
import type { Locale } from "#app/domain/languages.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { escapeXml } from "#app/server/exports/escape-xml.ts";

/** A meeting of the archive, as its index lists it. */
export type ArchivedMeeting = {
  title: string;
  startsAt: number;
  timeZone: string;
  /** Its folder in the archive, without a slash at its end. */
  folder: string;
  /** Names of the files in it. */
  files: string[];
};

/**
 * The page `index.html` of an archive: it opens from a disk without a network, needs no script, and links every file by a relative
 * address.
 */
export function writeIndexPage(
  /** `isWhole`: with the account's data, so everything of a person. */
  archive: {
    name: string;
    isWhole: boolean;
    writtenAt: number;
    timeZone: string;
    meetings: readonly ArchivedMeeting[];
    /** Meetings of others, with the person's chats only. */
    chatted: readonly ArchivedMeeting[];
  },
  { t, locale }: { t: Translate<"privacy">; locale: Locale },
): string {
  const { name, isWhole, writtenAt, timeZone, meetings, chatted } = archive;
  const title = escapeXml(t(isWhole ? "archive.title" : "archive.chosen", { name }));
  const at = formatDateTime(writtenAt, locale, timeZone);
  const list = (of: readonly ArchivedMeeting[], level: 2 | 3) =>
    `<ul>\n${of.map((meeting) => writeMeeting(meeting, level, { t, locale })).join("\n")}\n</ul>`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeXml(t("archive.written", { at, count: meetings.length }))}</p>
${isWhole ? `<p><a href="account.json">${escapeXml(t("archive.account"))}</a></p>` : ""}
${meetings.length === 0 ? `<p>${escapeXml(t("archive.none"))}</p>` : list(meetings, 2)}
${chatted.length === 0 ? "" : `<h2>${escapeXml(t("archive.chats"))}</h2>\n${list(chatted, 3)}`}
</main>
</body>
</html>
`;
}

function writeMeeting(
  { title, startsAt, timeZone, folder, files }: ArchivedMeeting,
  level: 2 | 3,
  { t, locale }: { t: Translate<"privacy">; locale: Locale },
): string {
  const links = files.map((file) => {
    const href = [folder, file].join("/").split("/").map(encodeURIComponent).join("/");
    return `<a href="${escapeXml(href)}">${escapeXml(file)}</a>`;
  });
  const said = links.length === 0 ? escapeXml(t("archive.nothing")) : links.join(" ");
  return `<li><h${level}>${escapeXml(title || t("archive.untitled"))}</h${level}><p>${escapeXml(formatDateTime(startsAt, locale, timeZone))}</p><p>${said}</p></li>`;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:46rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem}h2{font-size:1.25rem}li h2,h3{font-size:1.1rem;margin:0}ul{list-style:none;padding:0}li{padding:1rem 0;border-top:1px solid #8886}p{margin:.25rem 0}
a{margin-right:.75rem;overflow-wrap:anywhere}`;

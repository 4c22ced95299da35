import { MAIL_LINE_CHARS_MAX, MAIL_TITLE_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { type DigestContent, givenText, plainText } from "#app/domain/mail/mail-content.ts";
import { isDay } from "#app/domain/time.ts";
import { formatDate, formatDateTime, formatShortDate } from "#app/i18n/format.ts";
import { footerOf, type MailBlock, type MailDocument, type Words } from "#app/mail/mail-document.ts";

/** The weekly digest in words: titles, and the person's own tasks. */
export function describeDigest(digest: DigestContent, words: Words): MailDocument {
  const { isLate, from, to, meetings, moreMeetings, tasks, hasMoreTasks } = digest;
  const { t, origin, reader } = words;
  const { locale, timeZone } = reader;
  const short = { from: formatShortDate(from, locale, timeZone), to: formatShortDate(to, locale, timeZone) };
  const long = { from: formatDate(from, locale, timeZone), to: formatDate(to, locale, timeZone) };
  const blocks: MailBlock[] = isLate ? [{ type: "text", text: t("mail:digest.late") }] : [];
  if (meetings.length > 0) {
    blocks.push({
      type: "list",
      title: t("mail:digest.meetings"),
      items: meetings.map(({ meetId, title, startsAt }) => ({
        link: { text: givenText(title, MAIL_TITLE_CHARS_MAX), url: `${origin}/${meetId}` },
        detail: formatDateTime(startsAt, locale, timeZone),
      })),
    });
  }
  if (moreMeetings > 0) blocks.push({ type: "text", text: t("mail:digest.more", { count: moreMeetings }) });
  if (tasks.length > 0) {
    blocks.push({
      type: "list",
      title: t("mail:digest.tasks"),
      items: tasks.map(({ meetId, title, text, deadline, days, startMs, unconfirmed }) => ({
        link: {
          text: plainText(text, MAIL_LINE_CHARS_MAX),
          url: `${origin}/${meetId}${startMs === null ? "" : `?t=${Math.floor(startMs / 1000)}`}`,
        },
        detail: [title, ...dueWords(deadline, days, words), ...(unconfirmed ? [t("mail:digest.unconfirmed")] : [])]
          .map((part) => givenText(part, MAIL_TITLE_CHARS_MAX))
          .join(" · "),
      })),
    });
  }
  if (hasMoreTasks) blocks.push({ type: "text", text: t("mail:digest.moreTasks") });
  blocks.push({ type: "button", link: { text: t("mail:digest.open"), url: `${origin}/history` } });
  if (tasks.length > 0)
    blocks.push({ type: "link", link: { text: t("mail:digest.allTasks"), url: `${origin}/tasks` } });
  return {
    subject: t("mail:digest.subject", short),
    heading: t("mail:digest.heading"),
    about: t("mail:digest.week", long),
    blocks,
    ...footerOf(t("mail:footer.whyDigest"), words),
  };
}

/** The words of a deadline with the days that they mean ("next Friday (27 Nov / 4 Dec)"); a day that a person chose, as a date. */
function dueWords(deadline: string | null, days: readonly string[], { reader: { locale } }: Words): string[] {
  if (deadline === null) return [];
  const dates = days.map((day) => formatShortDate(Date.parse(day), locale, "UTC")).join(" / ");
  if (isDay(deadline)) return [dates];
  return [dates === "" ? deadline : `${deadline} (${dates})`];
}

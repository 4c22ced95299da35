import { MAIL_LINE_CHARS_MAX, MAIL_TITLE_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { givenText, type MailContent, plainText } from "#app/domain/mail/mail-content.ts";
import type { BriefLine } from "#app/domain/meeting/brief.ts";
import { formatMoment, isDay } from "#app/domain/time.ts";
import { formatDate, formatDateTime, formatShortDate } from "#app/i18n/format.ts";
import { footerOf, type MailBlock, type MailDocument, type Words } from "#app/mail/mail-document.ts";

/** The brief in words: what its page says, with the lines of the last minutes as they are. */
export function describeBrief(
  { brief, url }: Extract<MailContent, { kind: "series-brief" }>,
  words: Words,
): MailDocument {
  const { t, origin, reader } = words;
  const { locale, timeZone } = reader;
  const { startsAt, people, meetings, said, tasks, moreTasks, questions } = brief;
  const [last, ...earlier] = meetings;
  const given = (text: string) => givenText(text, MAIL_TITLE_CHARS_MAX);
  const title = given(brief.title) || t("mail:soon.untitled");
  const quotes = (heading: string, lines: readonly BriefLine[]): MailBlock[] => {
    const page = `${origin}/${last?.meetId ?? ""}`;
    if (lines.length === 0) return [];
    const shown = lines.map(({ text, startMs, unconfirmed }) => ({
      text: unconfirmed ? `${text} (${t("mail:digest.unconfirmed")})` : text,
      moment: startMs === null ? null : { text: formatMoment(startMs), url: momentUrl(page, startMs) },
    }));
    return [{ type: "quotes", title: heading, lines: shown }];
  };
  const blocks: MailBlock[] = [
    ...(people.length > 0
      ? [{ type: "text" as const, text: t("mail:brief.with", { people: people.map(given).join(", ") }) }]
      : []),
    ...(last
      ? quotes(t(`mail:brief.${said.kind}`, { date: formatDate(last.startsAt, locale, timeZone) }), said.lines)
      : []),
    ...tasks.map(
      (group): MailBlock => ({
        type: "list",
        title: t("mail:brief.tasks", { who: group.who === null ? t("mail:brief.nobody") : given(group.who) }),
        items: group.tasks.map(({ meetId, text, startMs, deadline, unconfirmed }) => ({
          link: { text: plainText(text, MAIL_LINE_CHARS_MAX), url: momentUrl(`${origin}/${meetId}`, startMs) },
          detail: [
            ...(deadline === null ? [] : [dueWords(deadline, words)]),
            ...(unconfirmed ? [t("mail:digest.unconfirmed")] : []),
          ]
            .map(given)
            .join(" · "),
        })),
      }),
    ),
    ...(moreTasks > 0 ? [{ type: "text" as const, text: t("mail:brief.more", { count: moreTasks }) }] : []),
    ...quotes(t("mail:brief.questions"), questions),
    ...(earlier.length > 0
      ? [
          {
            type: "list" as const,
            title: t("mail:brief.earlier"),
            items: earlier.map((meeting) => ({
              link: { text: given(meeting.title), url: `${origin}/${meeting.meetId}` },
              detail: formatDateTime(meeting.startsAt, locale, timeZone),
            })),
          },
        ]
      : []),
    { type: "button", link: { text: t("mail:brief.open"), url } },
    ...(last ? [{ type: "link" as const, link: { text: t("mail:brief.last"), url: `${origin}/${last.meetId}` } }] : []),
  ];
  return {
    subject: t("mail:brief.subject", { title }),
    heading: t("mail:brief.heading"),
    about: `${title} · ${formatDateTime(startsAt, locale, timeZone)}`,
    blocks,
    ...footerOf(t("mail:footer.whyBrief"), words),
  };
}

const momentUrl = (page: string, startMs: number | null) =>
  startMs === null ? page : `${page}?t=${Math.floor(startMs / 1000)}`;

const dueWords = (deadline: string, { reader: { locale } }: Words) =>
  isDay(deadline) ? formatShortDate(Date.parse(deadline), locale, "UTC") : deadline;

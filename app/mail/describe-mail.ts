import { assertNever } from "#app/domain/invariant.ts";
import { MAIL_MEETINGS_MAX, MAIL_TITLE_CHARS_MAX } from "#app/domain/limits/mail.ts";
import {
  type FollowUp,
  givenText,
  withoutPages,
  type MailableMeeting,
  type MailContent,
} from "#app/domain/mail/mail-content.ts";
import { isCallReason } from "#app/domain/meeting/status.ts";
import { formatMoment } from "#app/domain/time.ts";
import { CALL_ADVICE } from "#app/i18n/call-advice.ts";
import { explainEnd, happenedKey, safeKey, todoKey } from "#app/i18n/explain-end.ts";
import { formatDate, formatDateTime } from "#app/i18n/format.ts";
import { describeBrief } from "#app/mail/describe-brief.ts";
import { describeDigest } from "#app/mail/describe-digest.ts";
import {
  describeConfirmation,
  describeInvitation,
  describeLimit,
  describeParked,
  describePayment,
  describeReceipt,
  describeReconnect,
} from "#app/mail/describe-account-mail.ts";
import { footerOf, type MailBlock, type MailDocument, type MailTexts, type Words } from "#app/mail/mail-document.ts";

/** Each kind of mail in words; those about meetings are written here. */

export function describeMail(content: MailContent, words: Words): MailDocument {
  switch (content.kind) {
    case "minutes-ready":
      return describeMinutes(content.meeting, words);
    case "recording-failed":
    case "not-let-in":
      return describeFailure(content.meeting, words);
    case "retention-warning":
      return describeRetention(content, words);
    case "deletion-receipt":
      return describeReceipt(content, words);
    case "calendar-reconnect":
      return describeReconnect(content, words);
    case "join-soon":
      return describeSoon(content, words);
    case "join-limit":
      return describeLimit(content, words);
    case "meeting-shown":
      return describeShown(content, words);
    case "payment-failed":
      return describePayment(content, words);
    case "delivery-parked":
      return describeParked(content, words);
    case "weekly-digest":
      return describeDigest(content, words);
    case "series-brief":
      return describeBrief(content, words);
    case "address-confirmation":
      return describeConfirmation(content, words);
    case "follow-up":
      return describeFollowUp(content.followUp, words);
    case "team-invitation":
      return describeInvitation(content, words);
    default:
      return assertNever(content);
  }
}

function describeMinutes(meeting: MailableMeeting, words: Words): MailDocument {
  const { t, origin } = words;
  const page = pageOf(meeting, origin);
  const lines = meeting.lines.map(({ text, startMs }) => ({
    text,
    moment: startMs === null ? null : { text: formatMoment(startMs), url: `${page}?t=${Math.floor(startMs / 1000)}` },
  }));
  return {
    subject: t("mail:ready.subject", { title: titleOf(meeting) }),
    heading: t("mail:ready.heading"),
    about: aboutOf(meeting, words),
    blocks: [
      ...(lines.length > 0 ? [{ type: "quotes" as const, title: t("mail:ready.firstLines"), lines }] : []),
      ...(meeting.caution ? [{ type: "text" as const, text: t(`colophon:caution.${meeting.caution}`) }] : []),
      { type: "button", link: { text: t("mail:ready.open"), url: page } },
      {
        type: "link",
        link: { text: t("mail:ready.pdf"), url: `${origin}/api/acta/meetings/${meeting.meetId}/pdf` },
      },
    ],
    ...footerOf(t("mail:footer.whyMeeting"), words),
  };
}

/** The same words as on the meeting's page. */
function describeFailure(meeting: MailableMeeting, words: Words): MailDocument {
  const { t, origin } = words;
  const { reason } = meeting;
  const why = isCallReason(reason) ? t(`call:ended.${reason}`) : t(`ended:${reason ?? "internal"}`);
  return {
    subject: t("mail:failed.subject", { why, title: titleOf(meeting) }),
    heading: why,
    about: aboutOf(meeting, words),
    blocks: [
      ...explained(meeting, t),
      { type: "button", link: { text: t("mail:failed.open"), url: pageOf(meeting, origin) } },
    ],
    ...footerOf(t("mail:footer.whyMeeting"), words),
  };
}

function explained(meeting: MailableMeeting, t: MailTexts): MailBlock[] {
  const { reason, hasText } = meeting;
  if (isCallReason(reason)) {
    const { who, steps } = CALL_ADVICE[reason];
    return [
      { type: "text", text: t(`call:happened.${reason}`) },
      { type: "steps", title: t(`call:advice.${who}`), steps: steps.map((step) => t(`call:advice.${step}`)) },
    ];
  }
  const { reason: told, safe } = explainEnd(meeting, hasText);
  return [
    { type: "text", text: t(`progress:${happenedKey(told)}`) },
    { type: "text", text: `${t(`progress:${safeKey(safe)}`)} ${t(`progress:${todoKey(told)}`)}` },
  ];
}

function describeRetention(
  { part, deletedAt, meetings }: Extract<MailContent, { kind: "retention-warning" }>,
  words: Words,
): MailDocument {
  const { t, origin, reader } = words;
  const date = formatDate(deletedAt, reader.locale, reader.timeZone);
  const listed = meetings.slice(0, MAIL_MEETINGS_MAX);
  const more = meetings.length - listed.length;
  const heading = t(`mail:retention.heading.${part}`, { date });
  return {
    subject: heading,
    heading,
    about: null,
    blocks: [
      { type: "text", text: t(`mail:retention.text.${part}`, { date }) },
      {
        type: "list",
        items: listed.map((meeting) => ({
          link: { text: titleOf(meeting), url: pageOf(meeting, origin) },
          detail: formatDateTime(meeting.startsAt, reader.locale, reader.timeZone),
        })),
      },
      ...(more > 0 ? [{ type: "text" as const, text: t("mail:retention.more", { count: more }) }] : []),
      { type: "button", link: { text: t("mail:retention.change"), url: `${origin}/settings/privacy` } },
    ],
    ...footerOf(t("mail:footer.whyAccount"), words),
  };
}

/** With the time in the person's zone, and the same reason as Home tells. */
function describeSoon(event: Extract<MailContent, { kind: "join-soon" }>, words: Words): MailDocument {
  const { t, reader } = words;
  const title = titleOf(event) || t("mail:soon.untitled");
  return {
    subject: t("mail:soon.subject", { title }),
    heading: t("mail:soon.heading"),
    about: `${title} · ${formatDateTime(event.startsAt, reader.locale, reader.timeZone)}`,
    blocks: [
      {
        type: "text",
        text: t(`mail:soon.why.${event.reason}`, { calendar: givenText(event.calendar, MAIL_TITLE_CHARS_MAX) }),
      },
      { type: "text", text: t("mail:soon.text") },
      { type: "button", link: { text: t("mail:soon.keepOut"), url: event.keepOutUrl } },
    ],
    ...footerOf(t("mail:footer.whySoon"), words),
  };
}

function describeShown(shown: Extract<MailContent, { kind: "meeting-shown" }>, words: Words): MailDocument {
  const { t, origin, reader } = words;
  const title = titleOf(shown);
  const by = givenText(shown.by, MAIL_TITLE_CHARS_MAX);
  return {
    subject: t("mail:shown.subject", { by, title }),
    heading: t("mail:shown.heading", { by }),
    about: `${title} · ${formatDateTime(shown.startsAt, reader.locale, reader.timeZone)}`,
    blocks: [
      { type: "text", text: t("mail:shown.text") },
      { type: "button", link: { text: t("mail:shown.open"), url: pageOf(shown, origin) } },
    ],
    ...footerOf(t("mail:footer.whyShown", { by }), words),
  };
}

/** The sender's own words; its reader may know nothing of Acta. */
function describeFollowUp(
  { by: name, replyTo, title, subject, text, url }: FollowUp,
  { t, reader }: Words,
): MailDocument {
  const by = givenText(name, MAIL_TITLE_CHARS_MAX);
  return {
    subject: withoutPages(subject),
    heading: givenText(title, MAIL_TITLE_CHARS_MAX),
    about: null,
    blocks: [
      { type: "written", text: withoutPages(text) },
      ...(url === null ? [] : [{ type: "button" as const, link: { text: t("mail:followUp.open"), url } }]),
    ],
    why: t("mail:footer.whyFollowUp", { by, address: replyTo }),
    unsubscribe: reader.unsubscribeUrl === null ? null : { text: t("mail:followUp.stop"), url: reader.unsubscribeUrl },
    settings: null,
  };
}

const titleOf = ({ title }: { title: string }) => givenText(title, MAIL_TITLE_CHARS_MAX);
const pageOf = ({ meetId }: { meetId: string }, origin: string) => `${origin}/${meetId}`;

function aboutOf(meeting: MailableMeeting, { reader }: Words): string {
  return `${titleOf(meeting)} · ${formatDateTime(meeting.startsAt, reader.locale, reader.timeZone)}`;
}

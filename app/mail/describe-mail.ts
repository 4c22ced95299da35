import type { TFunction } from "i18next";
import { assertNever } from "#app/domain/invariant.ts";
import { ADDRESS_LINK_MS, MAIL_MEETINGS_MAX, MAIL_TITLE_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { INVITATION_MS } from "#app/domain/limits/teams.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/limits/units.ts";
import { type MailableMeeting, type MailContent, plainText } from "#app/domain/mail/mail-content.ts";
import { isCallReason } from "#app/domain/meeting/status.ts";
import { formatMoment } from "#app/domain/time.ts";
import { CALL_ADVICE } from "#app/i18n/call-advice.ts";
import { explainEnd, happenedKey, safeKey, todoKey } from "#app/i18n/explain-end.ts";
import { formatDate, formatDateTime } from "#app/i18n/format.ts";
import type { MailReader } from "#app/server/ports/mail-writer.ts";

/** A mail in words, without layout: its HTML and its plain text are both made of this, so that they say the same. */
export type MailDocument = {
  subject: string;
  heading: string;
  /** Which meeting it is about; null when it is about several, or none. */
  about: string | null;
  blocks: MailBlock[];
  /** Why the person gets it. */
  why: string;
  unsubscribe: MailLink | null;
  settings: MailLink | null;
};

export type MailLink = { text: string; url: string };
export type MailBlock =
  | { type: "text"; text: string }
  /** Lines of the minutes, each with the moment that proves it. */
  | { type: "quotes"; title: string; lines: { text: string; moment: MailLink | null }[] }
  | { type: "steps"; title: string; steps: string[] }
  | { type: "list"; items: { link: MailLink; detail: string }[] }
  /** The mail's main action: one in a mail. */
  | { type: "button"; link: MailLink }
  | { type: "link"; link: MailLink };

export const MAIL_TEXTS = ["mail", "call", "ended", "pricing", "progress"] as const;
export type MailTexts = TFunction<(typeof MAIL_TEXTS)[number][]>;

type Words = { t: MailTexts; origin: string; reader: MailReader };

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
    case "meeting-shown":
      return describeShown(content, words);
    case "payment-failed":
      return describePayment(content, words);
    case "address-confirmation":
      return describeConfirmation(content, words);
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

/** Nothing is left to open or to change, so that it has no link. */
function describeReceipt(
  { deletedAt, keptRecordings }: Extract<MailContent, { kind: "deletion-receipt" }>,
  { t, reader }: Words,
): MailDocument {
  const heading = t("mail:receipt.heading");
  const date = formatDateTime(deletedAt, reader.locale, reader.timeZone);
  return {
    subject: heading,
    heading,
    about: null,
    blocks: [
      { type: "text", text: t("mail:receipt.text", { date }) },
      ...(keptRecordings > 0
        ? [{ type: "text" as const, text: t("mail:receipt.kept", { count: keptRecordings }) }]
        : []),
      { type: "text", text: t("mail:receipt.last") },
    ],
    why: t("mail:footer.whyDeleted"),
    unsubscribe: null,
    settings: null,
  };
}

function describeReconnect(
  { provider, account }: Extract<MailContent, { kind: "calendar-reconnect" }>,
  words: Words,
): MailDocument {
  const { t, origin } = words;
  const named = { account: plainText(account, MAIL_TITLE_CHARS_MAX) };
  return {
    subject: t("mail:reconnect.subject", named),
    heading: t("mail:reconnect.heading"),
    about: null,
    blocks: [
      { type: "text", text: t(`mail:reconnect.happened.${provider}`, named) },
      { type: "text", text: t("mail:reconnect.text") },
      { type: "button", link: { text: t("mail:reconnect.open"), url: `${origin}/settings#calendars` } },
    ],
    ...footerOf(t("mail:footer.whyCalendar"), words),
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
        text: t(`mail:soon.why.${event.reason}`, { calendar: plainText(event.calendar, MAIL_TITLE_CHARS_MAX) }),
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
  const by = plainText(shown.by, MAIL_TITLE_CHARS_MAX);
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

function describePayment(
  { plan, endsAt, isOver }: Extract<MailContent, { kind: "payment-failed" }>,
  words: Words,
): MailDocument {
  const { t, origin, reader } = words;
  const heading = t(isOver ? "mail:payment.over.heading" : "mail:payment.heading", { plan: t(`pricing:name.${plan}`) });
  const date = formatDate(endsAt, reader.locale, reader.timeZone);
  return {
    subject: heading,
    heading,
    about: null,
    blocks: [
      { type: "text", text: t(isOver ? "mail:payment.over.text" : "mail:payment.text", { date }) },
      { type: "button", link: { text: t("mail:payment.pay"), url: `${origin}/settings#plan` } },
    ],
    ...footerOf(t("mail:footer.whyAccount"), words),
  };
}

function describeConfirmation({ confirmUrl }: { confirmUrl: string }, { t }: Words): MailDocument {
  const heading = t("mail:confirm.heading");
  return {
    subject: t("mail:confirm.subject"),
    heading,
    about: null,
    blocks: [
      { type: "text", text: t("mail:confirm.text", { hours: ADDRESS_LINK_MS / HOUR_MS }) },
      { type: "button", link: { text: t("mail:confirm.button"), url: confirmUrl } },
      { type: "text", text: t("mail:confirm.notYou") },
    ],
    why: t("mail:footer.whyAsked"),
    unsubscribe: null,
    settings: null,
  };
}

/** The reader may know nothing of Acta. */
function describeInvitation(
  { team, inviter, joinUrl }: Extract<MailContent, { kind: "team-invitation" }>,
  { t }: Words,
): MailDocument {
  const names = {
    team: plainText(team, MAIL_TITLE_CHARS_MAX),
    inviter: plainText(inviter, MAIL_TITLE_CHARS_MAX),
    days: INVITATION_MS / DAY_MS,
  };
  return {
    subject: t("mail:invitation.subject", names),
    heading: t("mail:invitation.heading", names),
    about: null,
    blocks: [
      { type: "text", text: t("mail:invitation.text", names) },
      { type: "button", link: { text: t("mail:invitation.button"), url: joinUrl } },
      { type: "text", text: t("mail:invitation.term", names) },
    ],
    why: t("mail:footer.whyInvited", names),
    unsubscribe: null,
    settings: null,
  };
}

function footerOf(why: string, { t, origin, reader }: Words): Pick<MailDocument, "why" | "unsubscribe" | "settings"> {
  const { unsubscribeUrl } = reader;
  return {
    why,
    unsubscribe: unsubscribeUrl === null ? null : { text: t("mail:footer.stop"), url: unsubscribeUrl },
    settings: { text: t("mail:footer.settings"), url: `${origin}/settings` },
  };
}

const titleOf = ({ title }: { title: string }) => plainText(title, MAIL_TITLE_CHARS_MAX);
const pageOf = ({ meetId }: { meetId: string }, origin: string) => `${origin}/${meetId}`;

function aboutOf(meeting: MailableMeeting, { reader }: Words): string {
  return `${titleOf(meeting)} · ${formatDateTime(meeting.startsAt, reader.locale, reader.timeZone)}`;
}

import { DESTINATION_NAMES } from "#app/domain/deliveries/delivery.ts";
import { ADDRESS_LINK_MS, MAIL_TITLE_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { INVITATION_MS } from "#app/domain/limits/teams.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/limits/units.ts";
import { givenText, type MailContent, plainText } from "#app/domain/mail/mail-content.ts";
import { formatDate, formatDateTime } from "#app/i18n/format.ts";
import { footerOf, type MailDocument, type Words } from "#app/mail/mail-document.ts";

/** Mails about an account, its calendars, its plan and its team: they are about no meeting. */

/** Nothing is left to open or to change, so that it has no link. */
export function describeReceipt(
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

export function describeReconnect(
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

export function describeParked(
  { destination, name }: Extract<MailContent, { kind: "delivery-parked" }>,
  words: Words,
): MailDocument {
  const { t, origin } = words;
  const named = { name: givenText(name, MAIL_TITLE_CHARS_MAX) || DESTINATION_NAMES[destination] };
  const place = destination === "webhook" ? "hooks" : "apps";
  return {
    subject: t("mail:parked.subject", named),
    heading: t("mail:parked.heading"),
    about: null,
    blocks: [
      { type: "text", text: t("mail:parked.happened", { ...named, kind: DESTINATION_NAMES[destination] }) },
      { type: "text", text: t("mail:parked.text") },
      { type: "button", link: { text: t("mail:parked.open"), url: `${origin}/settings#${place}` } },
    ],
    ...footerOf(t("mail:footer.whyParked"), words),
  };
}

/** With the time in the person's zone. */
export function describeLimit(event: Extract<MailContent, { kind: "join-limit" }>, words: Words): MailDocument {
  const { t, origin, reader } = words;
  const title = givenText(event.title, MAIL_TITLE_CHARS_MAX) || t("mail:soon.untitled");
  const calendar = givenText(event.calendar, MAIL_TITLE_CHARS_MAX);
  return {
    subject: t("mail:limit.subject", { title }),
    heading: t("mail:limit.heading"),
    about: `${title} · ${formatDateTime(event.startsAt, reader.locale, reader.timeZone)}`,
    blocks: [
      { type: "text", text: t("mail:limit.why", { calendar, limit: event.limit }) },
      { type: "text", text: t("mail:limit.todo") },
      { type: "button", link: { text: t("mail:limit.open"), url: `${origin}/settings#plan` } },
    ],
    ...footerOf(t("mail:footer.whyCalendar"), words),
  };
}

export function describePayment(content: Extract<MailContent, { kind: "payment-failed" }>, words: Words): MailDocument {
  const { t, origin, reader } = words;
  const { stage } = content;
  const heading = t(HEADINGS[stage], { plan: t(`pricing:name.${content.plan}`) });
  const date = content.stage === "double" ? "" : formatDate(content.endsAt, reader.locale, reader.timeZone);
  return {
    subject: heading,
    heading,
    about: null,
    blocks: [
      { type: "text", text: t(`mail:payment.${stage}.text`, { date }) },
      { type: "button", link: { text: t(`mail:payment.${stage}.button`), url: `${origin}/settings#plan` } },
    ],
    ...footerOf(t("mail:footer.whyAccount"), words),
  };
}

const HEADINGS = {
  open: "mail:payment.heading",
  over: "mail:payment.over.heading",
  ended: "mail:payment.over.heading",
  double: "mail:payment.double.heading",
} as const;

/** Names the asker: the reader may be somebody else, whose press would let the asker in. */
export function describeConfirmation(
  { asker, confirmUrl }: Extract<MailContent, { kind: "address-confirmation" }>,
  { t }: Words,
): MailDocument {
  const names = { name: givenText(asker, MAIL_TITLE_CHARS_MAX), hours: ADDRESS_LINK_MS / HOUR_MS };
  return {
    subject: t("mail:confirm.subject"),
    heading: t("mail:confirm.heading"),
    about: null,
    blocks: [
      { type: "text", text: t("mail:confirm.text", names) },
      { type: "text", text: t("mail:confirm.does", names) },
      { type: "button", link: { text: t("mail:confirm.button"), url: confirmUrl } },
      { type: "text", text: t("mail:confirm.notYou", names) },
    ],
    why: t("mail:footer.whyAsked", names),
    unsubscribe: null,
    settings: null,
  };
}

/** The reader may know nothing of Acta. */
export function describeInvitation(
  { team, inviter, joinUrl }: Extract<MailContent, { kind: "team-invitation" }>,
  { t }: Words,
): MailDocument {
  const names = {
    team: givenText(team, MAIL_TITLE_CHARS_MAX),
    inviter: givenText(inviter, MAIL_TITLE_CHARS_MAX),
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

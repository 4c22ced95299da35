import type { DestinationKind } from "#app/domain/deliveries/delivery.ts";
import type { CalendarProvider, JoinReason } from "#app/domain/calendar/calendar.ts";
import type { Brief } from "#app/domain/meeting/brief.ts";
import type { CalendarMailKind, MeetingMailKind } from "#app/domain/mail/mail-kinds.ts";
import { MAIL_LINE_CHARS_MAX, MAIL_LINES_MAX } from "#app/domain/limits/mail.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { Plan } from "#app/domain/plan/plans.ts";
import type { EndReason, MeetingStatus } from "#app/domain/meeting/status.ts";
import { type Caution, linesOf, lineText, type Summary } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import { isInRecording } from "#app/domain/transcript/moments.ts";

/** The content of mails, before it is put into words. */

/** `startMs`: the moment that proves it, in ms of the recording; null when none can be played. */
export type MailLine = { text: string; startMs: number | null };

/** The end of a meeting of which its owner gets a mail. */
export type MailableEnd = {
  meetId: string;
  /** Its owner: the only person who gets the mail. */
  createdBy: string;
  kind: MeetingMailKind;
  /** When it came into its present state, in epoch ms. */
  endedAt: number;
};

/** The same, as the mail tells of it. */
export type MailableMeeting = MailableEnd & {
  title: string;
  startsAt: number;
  status: MeetingStatus;
  reason: EndReason | null;
  playable: boolean;
  hasText: boolean;
  /** The first lines of the minutes; empty when there are none. */
  lines: MailLine[];
  /** Why a line without a mark proves little. */
  caution?: Caution | undefined;
};

type MeetingPart = "recording" | "transcript" | "meeting";

export type MailContent =
  | { kind: MeetingMailKind; meeting: MailableMeeting }
  /** The rule that the person set deletes these parts of their meetings at `deletedAt` (epoch ms). */
  | {
      kind: "retention-warning";
      part: MeetingPart;
      deletedAt: number;
      meetings: readonly { meetId: string; title: string; startsAt: number }[];
    }
  /** `keptRecordings`: those that other people's meetings use. */
  | { kind: "deletion-receipt"; deletedAt: number; keptRecordings: number }
  /** Only a new consent, or a new address, lets Acta read the account again. `account`: its name in the settings. */
  | { kind: "calendar-reconnect"; provider: CalendarProvider; account: string }
  /** Acta will join this event. `keepOutUrl`: the page on which the person keeps it out of this event only. */
  | {
      kind: "join-soon";
      title: string;
      startsAt: number;
      calendar: string;
      reason: JoinReason;
      keepOutUrl: string;
    }
  /** Acta will not join this event, nor later ones: the `limit` recordings of the person's plan are used up. */
  | { kind: "join-limit"; title: string; startsAt: number; calendar: string; limit: number }
  /** A meeting that comes again begins in an hour. `url`: the page of the brief. */
  | { kind: "series-brief"; brief: Brief; url: string }
  /** Somebody has named the person as a reader of their meeting. `by`: their name. */
  | { kind: "meeting-shown"; meetId: string; title: string; startsAt: number; by: string }
  /**
   * A payment for the plan failed. `open`: the plan ends at `endsAt` (epoch ms) unless it is paid. `over`: it has ended, and goes on
   * if it is paid. `ended`: the subscription has ended too, so that the plan must be bought again.
   */
  | { kind: "payment-failed"; plan: Plan; endsAt: number; stage: "open" | "over" | "ended" }
  /** Two subscriptions of a workspace are paid at once. */
  | { kind: "payment-failed"; plan: Plan; stage: "double" }
  /** Something that was to go there was not sent. `name`: of the account, or the webhook's host. */
  | { kind: "delivery-parked"; destination: DestinationKind; name: string }
  /** The week of a person that ended on Sunday, from its first moment to its last (epoch ms). */
  | {
      kind: "weekly-digest";
      /** It, or the one before it, was not sent on time. */
      isLate: boolean;
      from: number;
      to: number;
      /** Those whose minutes are ready, in their order; at most MAIL_MEETINGS_MAX. `moreMeetings` counts the others. */
      meetings: readonly { meetId: string; title: string; startsAt: number }[];
      moreMeetings: number;
      /** Open ones of the person, the first by deadline. `deadline`: as the minutes say it; `days`: those that it means. */
      tasks: readonly {
        meetId: string;
        title: string;
        text: string;
        deadline: string | null;
        days: readonly string[];
        startMs: number | null;
        unconfirmed: boolean;
      }[];
      /** Whether open tasks are left out. */
      hasMoreTasks: boolean;
    }
  /** Asked for by the person who waits for it, so it is no kind that can be switched off. */
  | { kind: "address-confirmation"; asker: string; confirmUrl: string }
  /** Written from the minutes by the person who sends it, to an address that they chose. */
  | { kind: "follow-up"; followUp: FollowUp }
  /** To an invited address, which may belong to nobody here. */
  | { kind: "team-invitation"; team: string; inviter: string; joinUrl: string };

/** A follow-up as its sender left it. */
export type FollowUp = {
  /** The sender's name, and the address that answers go to. */
  by: string;
  replyTo: string;
  /** Of the meeting. */
  title: string;
  subject: string;
  text: string;
  /** The meeting's share link; null where the sender gives none. */
  url: string | null;
  /** Of the words around the text. */
  locale: Locale;
};

export type DigestContent = Extract<MailContent, { kind: "weekly-digest" }>;
export type ParkedMailContent = Extract<MailContent, { kind: "delivery-parked" }>;
/** A mail about a destination; `parkedAt` names its reason. */
export type ParkedMail = { userId: string; destination: DestinationKind; destinationId: string; parkedAt: number };
export type CalendarMailContent = Extract<MailContent, { kind: CalendarMailKind }>;

/** A mail about a connected calendar account, or about an event of it. The same reason is mailed once. */
export type CalendarMail = { userId: string; accountId: string } & (
  | { kind: "calendar-reconnect"; lostAt: number }
  /** `call` is one for all events of the person in the same room at the same time. */
  | { kind: "join-soon"; eventId: string; call: string }
  /** `eventId`: the first event that is not joined. `period`: one from reaching the limit until that changes. */
  | { kind: "join-limit"; eventId: string; period: string }
  /** `occurrence` is one for the same event in all calendars of the person, also after it was moved. */
  | { kind: "series-brief"; eventId: string; occurrence: string }
);

/**
 * Names the reason for a mail: the same reason is mailed once. Minutes become ready once; when they are written again, the person
 * who asked for that is waiting for them. Each failure is an event of its own, so that a failed retry is told too.
 */
export function mailKey({ kind, meetId, endedAt }: Pick<MailableMeeting, "kind" | "meetId" | "endedAt">): string {
  return kind === "minutes-ready" ? `${kind}/${meetId}` : `${kind}/${meetId}/${endedAt}`;
}

/** Words alone, without a sentence, say little in a mail. */
const NOT_QUOTED: ReadonlySet<FieldType> = new Set(["keywords", "customHashtag"]);

/** The first lines of the minutes, in the template's order. `durationMs`: of the recording; null when it is not known. */
export function firstLines(
  summary: Pick<Summary, "fields"> | null,
  startsOf: (segmentIds: readonly string[]) => ReadonlyMap<string, number>,
  durationMs: number | null,
): MailLine[] {
  const lines = (summary?.fields ?? [])
    .filter(({ content }) => !NOT_QUOTED.has(content.type))
    .flatMap(({ content }) => [...linesOf(content)])
    // A mail has no room for doubts.
    .filter((line) => !line.unconfirmed)
    .map((line) => ({ line, text: plainText(lineText(line, " · "), MAIL_LINE_CHARS_MAX) }))
    .filter(({ text }) => text !== "");
  return lines.slice(0, MAIL_LINES_MAX).map(({ line, text }) => {
    const startMs = Math.min(...startsOf(line.segmentIds).values());
    return { text, startMs: Number.isFinite(startMs) && isInRecording(startMs, durationMs) ? startMs : null };
  });
}

/** Signs that are not seen and change what is: directions, joiners without width, soft hyphens. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
/** Dots that domain names know (UTS #46), with a letter after them. */
const DOT = /(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=\p{L})/gu;
const AT = /(?<=\S)[@\uff20](?=\S)/gu;

/**
 * A name or a title that somebody else may have chosen, for a subject or a mail: mail programs make links of addresses, and a mail of ours must
 * not carry a stranger's. Its words stay, with a space in what would be an address: "evil.example" becomes "evil. example".
 */
export function givenText(text: string, charsMax: number): string {
  return plainText(withoutPages(text).replace(AT, " @ "), charsMax);
}

/** The same for words of several lines, in which addresses of people stay as they were written. */
export function withoutPages(text: string): string {
  return text.replace(UNSEEN, "").replaceAll("://", " ").replace(DOT, ". ");
}

/** One line without control characters, of `charsMax` UTF-16 units at most: a longer one is cut between characters. */
export function plainText(text: string, charsMax: number): string {
  // No-break spaces stay: French has them before its signs.
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, " ").trim();
  if (line.length <= charsMax) return line;
  let cut = "";
  for (const character of line) {
    if (cut.length + character.length > charsMax - 1) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

import { eq } from "drizzle-orm";
import type { FollowUpDraft } from "#app/contracts/follow-up.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import { type Locale, LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { SENT_OF_MEETING_MAX } from "#app/domain/limits/deliveries.ts";
import {
  FOLLOW_UP_PEOPLE_MAX,
  FOLLOW_UP_SUBJECT_CHARS_MAX,
  FOLLOW_UP_TEXT_CHARS_MAX,
} from "#app/domain/limits/mail.ts";
import { plainText } from "#app/domain/mail/mail-content.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import { formatDate } from "#app/i18n/format.ts";
import { openI18n } from "#app/i18n/server.ts";
import { type Translate, translator } from "#app/i18n/translate.ts";
import { guestsOf } from "#app/server/calendars/find-invitation.ts";
import type { Database } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { readSeriesChoice } from "#app/server/deliveries/series-follow-ups.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import { EXPORT_TEXTS, type Minutes, minutesOf } from "#app/server/exports/minutes.ts";
import { faultOf } from "#app/server/log.ts";
import { mailAddressOf } from "#app/server/mail/prepare-mail.ts";
import type { Services } from "#app/server/services.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

/**
 * A follow-up, written from the minutes by code: it says what they say, at once, and no engine can add to it. Lines stay in the language of the
 * minutes; the words around them are in the language that the sender chooses for the reader.
 */
type Needs = Pick<Services, "calendarAccounts" | "db" | "followUps" | "lists" | "log" | "mailer" | "meetings">;
type Asked = { meetId: MeetId; language: string | null };

export async function draftFollowUp(
  services: Needs,
  actor: PersonActor,
  { meetId, language }: Asked,
): Promise<Outcome<FollowUpDraft, "not-found" | "not-ready">> {
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null || !may(viewer, "send")) return refused("not-found");
  const { userId, workspaceId } = actor;
  const [view, people, sender, mails, series] = await Promise.all([
    services.meetings.view(meetId, viewer),
    invited(services, { userId, meetId }),
    readSender(services.db, userId),
    services.followUps.of(workspaceId).followUpsOf({ meetId, userId, limit: SENT_OF_MEETING_MAX }),
    readSeriesChoice(services, meetId),
  ]);
  if (view === null || view.summary === null || sender === null) return refused("not-ready");
  const { language: minutesLanguage } = view.summary;
  const locale = parseLocale(language) ?? parseLocale(minutesLanguage) ?? LOCALE_FALLBACK;
  return ok({
    language: locale,
    minutesLanguage,
    ...(await writeFollowUp(view, locale, sender.name)),
    // Those that the person chose for the series, if no calendar tells.
    people: people.length > 0 ? people : (series?.choice?.to ?? []),
    series,
    replyTo: sender.address,
    isSending: services.mailer !== null,
    sent: mails.map(({ to, at, state }) => ({ to, at, state })),
  });
}

/** The person as a follow-up names them; null where the account is gone. */
export async function readSender(
  db: Database,
  userId: UserId,
): Promise<{ name: string; address: string | null } | null> {
  const [row] = await db
    .select({ name: users.name, email: users.email, isVouched: users.emailVerified, confirmed: mailAddresses.email })
    .from(users)
    .leftJoin(mailAddresses, eq(mailAddresses.userId, users.id))
    .where(eq(users.id, userId));
  return row ? { name: row.name, address: mailAddressOf(row) } : null;
}

/** A calendar that does not answer costs the addresses, not the draft. */
async function invited(services: Needs, asked: { userId: UserId; meetId: MeetId }): Promise<string[]> {
  try {
    return (await guestsOf(services, asked)).slice(0, FOLLOW_UP_PEOPLE_MAX);
  } catch (error) {
    services.log("follow-up.guests.failed", { meetId: asked.meetId, error: faultOf(error) });
    return [];
  }
}

const TEXTS = [...EXPORT_TEXTS, "connections"] as const;
type Texts = Translate<typeof TEXTS>;

/** The subject and the text, with the words around the lines of the minutes in `locale`. */
export async function writeFollowUp(
  view: MeetingView,
  locale: Locale,
  by: string,
): Promise<{ subject: string; text: string }> {
  const t: Texts = translator(await openI18n(locale), locale, TEXTS);
  const minutes = minutesOf(view, t, { locale });
  const { title, startsAt, timeZone } = view.head;
  const date = formatDate(startsAt, locale, timeZone);
  const blocks = [
    t("connections:followUp.draft.greeting"),
    t("connections:followUp.draft.lead", { title, date }),
    ...(minutes.quotations ? [minutes.quotations.intro] : []),
    ...minutes.sections.flatMap(({ title: heading, content }) => sectionOf(heading, content, minutes)),
    ...(minutes.caution === null ? [] : [minutes.caution]),
  ];
  const end = `\n\n${t("connections:followUp.draft.end")}\n${by}`;
  return {
    subject: plainText(t("connections:followUp.draft.subject", { title }), FOLLOW_UP_SUBJECT_CHARS_MAX),
    text: cutAtLine(blocks.join("\n\n"), FOLLOW_UP_TEXT_CHARS_MAX - end.length) + end,
  };
}

/** Words alone, without a sentence, say little in a mail. */
const LEFT_OUT: ReadonlySet<FieldContent["type"]> = new Set(["keywords", "customHashtag"]);

function sectionOf(title: string, content: Minutes["sections"][number]["content"], minutes: Minutes): string[] {
  if (content === null || LEFT_OUT.has(content.type)) return [];
  const at = (line: Parameters<Minutes["unconfirmedMark"]>[0]) => {
    const mark = minutes.unconfirmedMark(line);
    return mark === null ? "" : ` (${mark})`;
  };
  const lines =
    content.type === "tasks"
      ? content.items.map((task) => {
          // An owner and a deadline only where they were said.
          const said = [task.assigned, task.deadline === null ? null : minutes.deadline(task.deadline)].filter(Boolean);
          return `- ${minutes.words(task)}${said.length === 0 ? "" : ` (${said.join(", ")})`}${at(task)}`;
        })
      : writerOf(content.type).plainText(content, { minutes, at });
  return [[title.toLocaleUpperCase(), ...lines].join("\n")];
}

/** A longer text ends after a whole line, with a sign that it does. */
function cutAtLine(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const cut = text.slice(0, charsMax - 2);
  return `${cut.slice(0, Math.max(0, cut.lastIndexOf("\n")))}\n…`;
}

import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { chatEvent } from "#app/contracts/meeting/chat.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import { ARCHIVE_MEETINGS_PER_PAGE } from "#app/domain/limits/account.ts";
import { STREAM_CHECK_MS } from "#app/domain/limits/requests.ts";
import { may } from "#app/domain/meeting/access.ts";
import { EXPORT_FORMATS } from "#app/domain/meeting/export-formats.ts";
import { dayAt } from "#app/domain/search/local-day.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import type { ByteStream } from "#app/media/byte-source.ts";
import { readAllThreads } from "#app/server/ask/threads.ts";
import { type Caller, isSessionOpen } from "#app/server/identity/session.ts";
import { meetingChats, meetings } from "#app/server/db/schema.ts";
import { readAccountData } from "#app/server/account/account-data.ts";
import { type ArchivedMeeting, writeIndexPage } from "#app/server/exports/archive/index-page.ts";
import { readFollowUpData } from "#app/server/mail/follow-up-data.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { EXPORT_TEXTS, type ExportTexts } from "#app/server/exports/minutes.ts";
import { type ZipEntry, zipStream } from "#app/server/exports/archive/write-zip.ts";
import { FORMATS, writeFormat } from "#app/server/exports/write-format.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";
import { kindOfKey } from "#app/server/storage/keys.ts";

type Needs = Pick<Services, "config" | "db" | "lists" | "now" | "store" | "meetings" | "chats" | "asks" | "followUps">;
/** `only`: of these meetings, and without the account's data. Null: of everything. */
type Wanted = { caller: Caller; locale: Locale; only: readonly MeetId[] | null };

/**
 * "Download everything": all that Acta stores for a person, or for some meetings of theirs, as one ZIP, written while it is sent. One meeting's texts, or one chunk of
 * a recording, are in memory at a time. Ends with an error when the session ends: an incomplete archive must not look complete.
 */
export function downloadArchive(services: Needs, wanted: Wanted): FileToSend {
  const day = dayAt(services.now(), wanted.caller.user.timeZone);
  const title = `acta-${day}`;
  return {
    contentType: "application/zip",
    name: { title, extension: "zip", plain: title },
    version: null,
    content: { kind: "made", make: () => zipStream(archiveEntries(services, wanted)) },
  };
}

/** The files of the archive, each read when its turn comes. The index comes last, because it lists the others. */
async function* archiveEntries(services: Needs, wanted: Wanted): AsyncGenerator<ZipEntry> {
  const { actor, user } = wanted.caller;
  const { locale } = wanted;
  const i18n = await openI18n(locale);
  const texts = translator(i18n, locale, EXPORT_TEXTS);
  const writtenAt = services.now();
  const file = (path: string, text: string): ZipEntry => ({ path, modifiedAt: writtenAt, body: encoded(text) });
  if (wanted.only === null) {
    yield file("account.json", `${JSON.stringify(await readAccountData(services, actor), null, 2)}\n`);
  }
  if (wanted.only === null) {
    const threads = await readAllThreads(services, actor);
    if (threads.length > 0) yield file("questions.json", `${JSON.stringify(threads, null, 2)}\n`);
    const followUps = await readFollowUpData(services, actor.userId);
    if (followUps.sent.length + followUps.series.length > 0)
      yield file("follow-ups.json", `${JSON.stringify(followUps, null, 2)}\n`);
  }
  const listed: ArchivedMeeting[] = [];
  for await (const row of meetingsOf(services, actor, wanted.only)) {
    await askAgain(services, actor);
    const meeting: ArchivedMeeting = { ...row, folder: folderOf(row), files: [] };
    for await (const entry of meetingEntries(services, { actor, locale, t: texts }, row)) {
      meeting.files.push(entry.path);
      yield { ...entry, path: `${meeting.folder}/${entry.path}` };
    }
    listed.push(meeting);
  }
  const chatted: ArchivedMeeting[] = [];
  if (wanted.only === null) {
    for await (const row of othersMeetings(services, actor)) {
      await askAgain(services, actor);
      const chat = await readConversation(services, { actor, locale, meetId: row.id as MeetId });
      if (chat.length === 0) continue;
      const meeting = { ...row, folder: folderOf(row, "chats"), files: ["chat.json"] };
      yield file(`${meeting.folder}/chat.json`, `${JSON.stringify(chat, null, 2)}\n`);
      chatted.push(meeting);
    }
  }
  const t = translator(i18n, locale, "privacy");
  const isWhole = wanted.only === null;
  const archive = { name: user.name, isWhole, writtenAt, timeZone: user.timeZone, meetings: listed, chatted };
  yield file("index.html", writeIndexPage(archive, { t, locale }));
}

type ListedMeeting = { id: string; title: string; startsAt: number; timeZone: string };

/** By key from the oldest on, so that a meeting that is added meanwhile moves no page. */
async function* meetingsOf(
  { db }: Pick<Needs, "db">,
  actor: SessionActor,
  only: readonly MeetId[] | null,
): AsyncGenerator<ListedMeeting> {
  let last: ListedMeeting | null = null;
  for (;;) {
    const after: SQL | undefined = last
      ? sql`(${meetings.startsAt}, ${meetings.id}) > (${last.startsAt}, ${last.id})`
      : undefined;
    const page: ListedMeeting[] = await db
      .select({ id: meetings.id, title: meetings.title, startsAt: meetings.startsAt, timeZone: meetings.timeZone })
      .from(meetings)
      .where(
        and(
          eq(meetings.workspaceId, actor.workspaceId),
          eq(meetings.createdBy, actor.userId),
          isNull(meetings.deletedAt),
          only === null ? undefined : sql`${meetings.id} in (select value from json_each(${JSON.stringify(only)}))`,
          after,
        ),
      )
      .orderBy(asc(meetings.startsAt), asc(meetings.id))
      .limit(ARCHIVE_MEETINGS_PER_PAGE);
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < ARCHIVE_MEETINGS_PER_PAGE || last === null) return;
  }
}

/** Meetings of others in which the person has asked something, and that they may still read. */
async function* othersMeetings(services: Needs, actor: SessionActor): AsyncGenerator<ListedMeeting> {
  const { db } = services;
  for (let last = ""; ; ) {
    const page: ListedMeeting[] = await db
      .select({ id: meetings.id, title: meetings.title, startsAt: meetings.startsAt, timeZone: meetings.timeZone })
      .from(meetingChats)
      .innerJoin(meetings, eq(meetings.id, meetingChats.meetId))
      .where(
        and(
          eq(meetingChats.userId, actor.userId),
          gt(meetingChats.meetId, last),
          isNull(meetings.deletedAt),
          or(ne(meetings.workspaceId, actor.workspaceId), ne(meetings.createdBy, actor.userId)),
        ),
      )
      .orderBy(asc(meetingChats.meetId))
      .limit(ARCHIVE_MEETINGS_PER_PAGE);
    for (const row of page) {
      const viewer = await accessTo(services, actor, row.id as MeetId);
      if (viewer && may(viewer, "chat")) yield row;
    }
    last = page.at(-1)?.id ?? "";
    if (page.length < ARCHIVE_MEETINGS_PER_PAGE) return;
  }
}

/** "meetings/2026-11-21 Planning 3f8a2c": the id makes it unique, and no file system refuses it. */
function folderOf({ id, title, startsAt, timeZone }: ListedMeeting, parent: "meetings" | "chats" = "meetings"): string {
  const readable = title
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const name = beginningOf(readable, TITLE_CHARS_MAX).replace(/[. ]+$/u, "");
  const day = dayAt(startsAt, timeZone);
  return `${parent}/${[day, name, id.slice(0, 6)].filter((part) => part !== "").join(" ")}`;
}

const TITLE_CHARS_MAX = 60;

/** The files of one meeting. A part that it does not have (no minutes yet, no recording any more) is left out. */
async function* meetingEntries(
  services: Needs,
  { actor, locale, t }: { actor: SessionActor; locale: Locale; t: ExportTexts },
  { id, startsAt }: ListedMeeting,
): AsyncGenerator<ZipEntry> {
  const meetId = id as MeetId;
  // A meeting that was deleted since the list was read is left out.
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null) return;
  const file = (path: string, body: string | Uint8Array): ZipEntry => ({
    path,
    modifiedAt: startsAt,
    body: typeof body === "string" ? encoded(body) : body,
  });
  const view = await services.meetings.view(meetId, viewer);
  if (view === null) return;
  if (view.segments.length > 0 || view.summary !== null) {
    const page = `${services.config.origin}/${meetId}`;
    for (const format of EXPORT_FORMATS) {
      const { archived, holds } = FORMATS[format];
      if (holds === "captions" && view.segments.length === 0) continue;
      yield file(archived, writeFormat(view, format, { t, locale, page, shared: false, transcript: true }));
    }
  }
  const pdf = await services.meetings.pdf(meetId, viewer, { transcript: false, written: true });
  if (pdf.ok) {
    const bytes = await services.store.open(pdf.value.key, pdf.value.version).read(0, pdf.value.version.size);
    yield file("minutes.pdf", bytes);
  }
  const replaced = await services.meetings.replacedTranscript(meetId);
  if (replaced !== null) yield file("replaced-transcript.vtt", replaced.vtt);
  const chat = await readConversation(services, { actor, locale, meetId });
  if (chat.length > 0) yield file("chat.json", `${JSON.stringify(chat, null, 2)}\n`);
  const objections = view.head.privacy?.objections ?? [];
  if (objections.length > 0) yield file("objections.json", `${JSON.stringify(objections, null, 2)}\n`);
  yield* recordingEntry(services, actor, { meetId, modifiedAt: startsAt });
}

async function* recordingEntry(
  services: Needs,
  actor: SessionActor,
  { meetId, modifiedAt }: { meetId: MeetId; modifiedAt: number },
): AsyncGenerator<ZipEntry> {
  const place = await services.meetings.recording(meetId);
  if (place === null || (place.onlyFor ?? actor.userId) !== actor.userId) return;
  const { key, version } = place;
  const stored = await services.store.head(key);
  if (stored?.etag !== version.etag) return;
  const open = () => guarded(services, actor, services.store.open(key, version).stream(0, version.size));
  yield { path: `recording.${kindOfKey(key)}`, modifiedAt, body: { size: version.size, open } };
}

/** A stream that asks again whether the session is open, as the player's does (http/guarded-stream.ts). */
function guarded(services: Needs, actor: SessionActor, stream: ByteStream): ByteStream {
  let askedAt = services.now();
  return {
    async next() {
      if (services.now() - askedAt >= STREAM_CHECK_MS) {
        await askAgain(services, actor);
        askedAt = services.now();
      }
      return stream.next();
    },
    cancel: () => stream.cancel(),
  };
}

async function askAgain(services: Needs, { sessionHash }: SessionActor): Promise<void> {
  if (!(await isSessionOpen(services, sessionHash))) throw new SessionEnded();
}

/** Why an archive ended before its last file. */
class SessionEnded extends Error {
  override readonly name = "SessionEnded";
}

/** The person's questions and answers about a meeting: the first event of the conversation's stream. */
async function readConversation(
  { chats }: Needs,
  { actor, locale, meetId }: { actor: SessionActor; locale: Locale; meetId: MeetId },
) {
  const { userId, sessionHash } = actor;
  const read = await chats.readChat(meetId, { userId, sessionHash, locale });
  if (!read.ok) return [];
  const first = chatEvent.parse(JSON.parse(await firstLine(read.value)));
  return first.type === "history" ? first.exchanges : [];
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // An answer may be under way: nobody waits for the rest of it here.
    await reader.cancel();
  }
  return text.split("\n")[0] ?? "";
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

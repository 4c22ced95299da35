import { and, desc, eq, gte, lte, ne, notExists } from "drizzle-orm";
import { calendarStatus, type FeedKind, isFeedToken } from "#app/domain/feeds/feed.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import {
  FEED_ENTRIES_MAX,
  FEED_SEEN_STEP_MS,
  FEED_TITLE_CHARS_MAX,
  FEED_WINDOW_MS,
} from "#app/domain/limits/deliveries.ts";
import { plainText } from "#app/domain/mail/mail-content.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { formatDate } from "#app/i18n/format.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { users } from "#app/server/db/schema-account.ts";
import { feeds } from "#app/server/db/schema-feeds.ts";
import { meetings } from "#app/server/db/schema.ts";
import { escapeXml } from "#app/server/exports/escape-xml.ts";
import { writeCalendar } from "#app/server/feeds/write-calendar.ts";
import { listItem, ownedBy } from "#app/server/workspace/own-meetings.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "lists" | "now" | "waitUntil">;
type Feed = typeof feeds.$inferSelect & { locale: string; timeZone: string };

/**
 * The feed behind an address, for whoever has it. It holds the meetings that its person owns now, in their language. Every address that
 * opens nothing has the same answer, whatever became of it.
 */
export async function readFeed(
  services: Needs,
  { kind, token }: { kind: FeedKind; token: string },
): Promise<Outcome<string, "not-found">> {
  const feed = isFeedToken(token) ? await findFeed(services, kind, token) : null;
  if (feed === null) return refused("not-found");
  services.waitUntil(noteReading(services, feed));
  const rows = await feedRows(services, feed);
  const locale = parseLocale(feed.locale) ?? LOCALE_FALLBACK;
  const zone = parseTimeZone(feed.timeZone) ?? "UTC";
  const t = translator(await openI18n(locale), locale, "feeds");
  const { origin } = services.config;
  const items = rows.map((row) => {
    const { id, title, startsAt, durationMs, status, reason } = listItem(row);
    const written = feed.titlesShown ? plainText(title, FEED_TITLE_CHARS_MAX) : "";
    const { sequence, updatedAt, createdAt } = row;
    return {
      id,
      page: `${origin}/${id}`,
      written,
      startsAt,
      durationMs,
      status,
      reason,
      sequence,
      updatedAt,
      createdAt,
    };
  });
  const { hostname } = new URL(origin);
  if (kind === "meetings") {
    const name = t("calendarName");
    return ok(
      writeCalendar({
        name,
        events: items.map(({ id, written, status, reason, ...item }) => ({
          ...item,
          uid: `${id}@${hostname}`,
          summary: written || t("meeting"),
          status: calendarStatus(status, reason),
        })),
      }),
    );
  }
  return ok(
    writeAtom({
      id: `tag:${hostname},2026:minutes/${feed.feedId}`,
      title: t("minutesName"),
      locale,
      home: `${origin}/history`,
      madeAt: feed.createdAt,
      entries: items.map(({ page, written, startsAt, updatedAt }) => ({
        page,
        title: written || t("minutesOf", { date: formatDate(startsAt, locale, zone) }),
        updatedAt,
      })),
    }),
  );
}

/** One query and one answer for an address that was replaced or removed, or whose account is being deleted. */
async function findFeed({ db }: Pick<Needs, "db">, kind: FeedKind, token: string): Promise<Feed | null> {
  const [row] = await db
    .select({ feed: feeds, locale: users.locale, timeZone: users.timeZone })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(
      and(eq(feeds.tokenHash, await hashToken(token)), eq(feeds.kind, kind), notExists(openDeletion(db, users.id))),
    );
  return row ? { ...row.feed, locale: row.locale, timeZone: row.timeZone } : null;
}

/**
 * The latest meetings of the window by their start, or those of them with minutes: the person's own, as far as their workspace still has
 * them. One walk of an index each.
 */
export async function feedRows(
  services: Pick<Needs, "db" | "lists" | "now">,
  { kind, userId, workspaceId }: Pick<Feed, "kind" | "userId" | "workspaceId">,
): Promise<(typeof meetings.$inferSelect)[]> {
  const at = services.now();
  const { rows } = await readLists(services, workspaceId, (list) => ({
    rows: list
      .select()
      .from(meetings)
      .where(
        and(
          ...ownedBy({ userId, workspaceId }),
          kind === "minutes" ? eq(meetings.statusGroup, "completed") : undefined,
          gte(meetings.startsAt, at - FEED_WINDOW_MS),
          lte(meetings.startsAt, at + FEED_WINDOW_MS),
          ne(meetings.source, SAMPLE_SOURCE),
        ),
      )
      .orderBy(desc(meetings.startsAt), desc(meetings.id))
      .limit(FEED_ENTRIES_MAX),
  }));
  return rows;
}

/** So that a person sees in the settings whether an address is still used. */
async function noteReading({ db, now }: Pick<Needs, "db" | "now">, feed: Feed): Promise<void> {
  const at = now();
  if (at - (feed.lastReadAt ?? 0) <= FEED_SEEN_STEP_MS) return;
  await db.update(feeds).set({ lastReadAt: at }).where(eq(feeds.tokenHash, feed.tokenHash));
}

/**
 * Writes an Atom feed (RFC 4287). Entries have a title and a link, and no content. A link to the feed itself is left out: its
 * address is a secret, and readers pass such links on.
 */

type Atom = {
  id: string;
  title: string;
  locale: string;
  /** The page that the feed belongs to. */
  home: string;
  /** When a feed without entries changed last. */
  madeAt: number;
  entries: readonly { page: string; title: string; updatedAt: number }[];
};

export function writeAtom({ id, title, locale, home, madeAt, entries }: Atom): string {
  const updatedAt = entries.reduce((latest, entry) => Math.max(latest, entry.updatedAt), madeAt);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(locale)}">`,
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${moment(updatedAt)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    "<author><name>Acta</name></author>",
    "<generator>Acta</generator>",
    ...entries.map(
      (entry) =>
        `<entry><id>${escapeXml(entry.page)}</id><title>${escapeXml(entry.title)}</title>` +
        `<updated>${moment(entry.updatedAt)}</updated>` +
        `<link rel="alternate" type="text/html" href="${escapeXml(entry.page)}"/></entry>`,
    ),
    "</feed>",
    "",
  ].join("\n");
}

const moment = (at: number) => new Date(at).toISOString();

import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/**
 * The address that a person confirmed for mails by opening a link in one, where no provider vouches for their own. It gets mails and
 * does nothing else (decision 072): anybody who reads the mailbox may have pressed the button.
 */
export const mailAddresses = sqliteTable(
  "mail_addresses",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The confirmed one; null before the first confirmation. */
    email: text(),
    confirmedAt: integer(),
    /** The one that the last link was sent to, until that link is opened. */
    asked: text(),
    /** SHA-256 of the last link's token, hex; null where no link may confirm anything. */
    tokenHash: text(),
    /** `sessions.id_hash` of the session that asked for the last link: opened in it, the link also proves the address. */
    askedSession: text(),
    /** Hash of the link that confirmed `email`: the same link takes it back. */
    confirmedHash: text(),
    askedAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** Links sent since `sendsSince`, for the limit of a day. */
    sends: integer().notNull(),
    sendsSince: integer().notNull(),
  },
  ({ tokenHash, confirmedHash, asked, email }) => [
    index("mail_addresses_address").on(sql`lower(${email})`),
    uniqueIndex("mail_addresses_token").on(tokenHash),
    uniqueIndex("mail_addresses_confirmed").on(confirmedHash),
    index("mail_addresses_asked").on(asked),
  ],
);

/**
 * The address that a person proved to be theirs: its link was opened in the session that asked for it. It opens meetings that are shown to
 * the address and invitations to teams, as long as no provider vouches for it to another account (decision 072).
 */
export const provenAddresses = sqliteTable(
  "proven_addresses",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Folded (domain/workspace/team.ts). */
    email: text().notNull(),
    provenAt: integer().notNull(),
  },
  ({ email }) => [index("proven_addresses_email").on(email)],
);

/**
 * Mails to addresses that people typed (invitations, confirmations), for one limit of all of them: whoever is mailed has asked for nothing. Rows of
 * a day.
 */
export const typedMails = sqliteTable(
  "typed_mails",
  {
    id: text().primaryKey(),
    /** Keyed hash (server/salted-hash.ts). */
    addressHash: text().notNull(),
    /** Random id of the person who had it sent. */
    senderId: text().notNull(),
    at: integer().notNull(),
  },
  ({ addressHash, senderId, at }) => [
    index("typed_mails_address").on(addressHash, at),
    index("typed_mails_sender").on(senderId, at),
    index("typed_mails_at").on(at),
  ],
);

/** Addresses that want no follow-ups, whoever sends them. */
export const stoppedAddresses = sqliteTable("stopped_addresses", {
  /** The first 24 characters of a keyed hash (mail/stopped-addresses.ts). */
  addressKey: text().primaryKey(),
  at: integer().notNull(),
});

/** Series of a person's meetings whose follow-ups go by themselves. */
export const seriesFollowUps = sqliteTable(
  "series_follow_ups",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** domain/meeting/series.ts. */
    seriesKey: text().notNull(),
    /** JSON of the addresses, as the person typed them. */
    recipients: text().notNull(),
    locale: text().notNull(),
    withLink: integer({ mode: "boolean" }).notNull(),
    /** Meetings that began before are left out. */
    chosenAt: integer().notNull(),
    /** Later with each follow-up; a sweep removes the row then. */
    endsAt: integer().notNull(),
  },
  ({ userId, seriesKey, endsAt }) => [
    primaryKey({ columns: [userId, seriesKey] }),
    index("series_follow_ups_ends").on(endsAt),
  ],
);

import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/**
 * The address that a person confirmed for mails by opening a link in one, where no provider vouches for their own. It gets mails and
 * does nothing else: no account is linked by it, and no meeting is opened by it (decision 072).
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
    askedAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** Links sent since `sendsSince`, for the limit of a day. */
    sends: integer().notNull(),
    sendsSince: integer().notNull(),
  },
  ({ tokenHash, asked, email }) => [
    index("mail_addresses_address").on(sql`lower(${email})`),
    uniqueIndex("mail_addresses_token").on(tokenHash),
    index("mail_addresses_asked").on(asked),
  ],
);

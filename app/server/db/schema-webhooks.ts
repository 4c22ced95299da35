import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/** Addresses of a person's own programs that are told of their meetings. Deliveries are in the workspace object. Times are epoch ms. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Meetings of this workspace are told, as far as the person made them. */
    workspaceId: text().notNull(),
    url: text().notNull(),
    /** JSON: names of events (domain/webhooks/webhook.ts). */
    events: text().notNull(),
    content: text({ enum: ["links", "minutes"] }).notNull(),
    /** JSON: encrypted secrets, newest first (server/webhooks/webhook-secrets.ts). */
    secrets: text().notNull(),
    createdAt: integer().notNull(),
    /** When it was made or resumed: what happened before is not told. */
    activeSince: integer().notNull(),
    pausedAt: integer(),
    /** Since when something that was not sent waits for the person; null once something arrives again. */
    parkedAt: integer(),
  },
  ({ userId, workspaceId }) => [index("webhooks_user").on(userId), index("webhooks_workspace").on(workspaceId, userId)],
);

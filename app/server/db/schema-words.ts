import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { workspaces } from "#app/server/db/schema-account.ts";

/** Names and terms of a workspace (domain/words). They belong to it and name no member. */
export const ownWords = sqliteTable(
  "own_words",
  {
    id: text().primaryKey(),
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    word: text().notNull(),
    /** domain/words/own-word.ts, wordKey. */
    wordKey: text().notNull(),
    /** JSON list of forms that recognisers wrote for it and a person has corrected, the newest last. */
    heard: text().notNull().default("[]"),
    /** Epoch ms. */
    createdAt: integer().notNull(),
  },
  ({ workspaceId, wordKey }) => [uniqueIndex("own_words_word").on(workspaceId, wordKey)],
);

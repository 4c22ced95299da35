import { customType, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "#app/server/db/schema-account.ts";

/** Voices that a person has Acta remember (decision 185): biometric data of other people. Times are epoch ms. */

/** 16-bit numbers, little-endian. D1 answers a blob as a list of bytes. */
const numbers = customType<{ data: Int16Array; driverData: Uint8Array | readonly number[] }>({
  dataType: () => "blob",
  toDriver: (vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
  fromDriver: (bytes) => new Int16Array(Uint8Array.from(bytes).buffer),
});

/** A row for each person who switched it on; without it nothing is saved or compared. */
export const voiceMemories = sqliteTable("voice_memories", {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  keepDays: integer().notNull(),
  since: integer().notNull(),
});

/** They go with the switch: the only copy of each voice outside the recording that it came from. */
export const voiceProfiles = sqliteTable(
  "voice_profiles",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => voiceMemories.userId, { onDelete: "cascade" }),
    name: text().notNull(),
    /** domain/words/own-word.ts, wordKey. */
    nameKey: text().notNull(),
    /** Names the weights of the embedding: it is compared with voices of the same model only. */
    model: text().notNull(),
    vector: numbers().notNull(),
    /** When the person said that the other one agrees. */
    agreedAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  ({ userId, nameKey, expiresAt }) => [
    uniqueIndex("voice_profiles_name").on(userId, nameKey),
    index("voice_profiles_expires").on(expiresAt),
  ],
);

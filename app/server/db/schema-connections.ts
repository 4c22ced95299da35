import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CONNECTION_KINDS } from "#app/domain/deliveries/delivery.ts";
import { SENT_TASK_STATES } from "#app/domain/tasks/task-service.ts";
import { users } from "#app/server/db/schema-account.ts";

/** Accounts outside Acta to which a person's minutes go. Deliveries are in the workspace object. Times are epoch ms. */
export const connections = sqliteTable(
  "connections",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Minutes of this workspace go there, as far as the person made the meeting. */
    workspaceId: text().notNull(),
    kind: text({ enum: CONNECTION_KINDS }).notNull(),
    /** The account at the destination, and its name there. */
    accountId: text().notNull(),
    accountName: text().notNull(),
    /** Encrypted JSON of ConnectionTokens (server/connections/connection-tokens.ts). */
    tokens: text().notNull(),
    /** Whether minutes are sent when they are written, or only when the person sends them. */
    sends: text({ enum: ["by-hand", "after-summary"] }).notNull(),
    /** Whether changes are sent after the first time. */
    updates: integer({ mode: "boolean" }).notNull(),
    /** JSON of the kind's own settings. */
    settings: text().notNull(),
    createdAt: integer().notNull(),
    /** When `sends` became what it is: minutes that were written before are not sent by themselves. */
    activeSince: integer().notNull(),
    /** When the person agreed to a preview; nothing is sent by itself before. */
    previewedAt: integer(),
    /** When the destination refused the tokens; null while it accepts them. */
    brokenAt: integer(),
    /** Since when something that was not sent waits for the person; null once something arrives again. */
    parkedAt: integer(),
  },
  ({ userId, workspaceId, kind, accountId }) => [
    uniqueIndex("connections_account").on(userId, kind, accountId),
    index("connections_workspace").on(workspaceId, userId),
    index("connections_kind").on(kind, accountId),
  ],
);

/** A consent that was started: one row an attempt, bound to the session and the workspace. It can be taken once. */
export const connectionConsents = sqliteTable(
  "connection_consents",
  {
    /** SHA-256 of `state`, hex. */
    stateHash: text().notNull(),
    sessionHash: text().notNull(),
    userId: text().notNull(),
    workspaceId: text().notNull(),
    kind: text().notNull(),
    codeVerifier: text().notNull(),
    returnTo: text().notNull(),
    createdAt: integer().notNull(),
  },
  ({ stateHash, createdAt }) => [
    primaryKey({ columns: [stateHash] }),
    index("connection_consents_created").on(createdAt),
  ],
);

/** Tasks of meetings that a person sent to a service. A row is written before anything is sent, so that a task is never made twice. */
export const sentTasks = sqliteTable(
  "sent_tasks",
  {
    connectionId: text()
      .notNull()
      .references(() => connections.id, { onDelete: "cascade" }),
    meetId: text().notNull(),
    /** The line's id in the minutes. */
    taskId: text().notNull(),
    /** The team or project there, and the person who gets it: only one that the sender chose. */
    placeId: text().notNull(),
    assigneeId: text(),
    /** By which the task is found there again (domain/tasks/task-service.ts). */
    mark: text().notNull(),
    /** Number of times that it was sent anew, because it was deleted there. */
    round: integer().notNull(),
    /** As the service last said it; "waiting" before it was made there. */
    state: text({ enum: SENT_TASK_STATES }).notNull(),
    /** Both null before it was made there. */
    externalId: text(),
    url: text(),
    sentAt: integer().notNull(),
    /** When the service was last asked. */
    checkedAt: integer().notNull(),
  },
  ({ connectionId, meetId, taskId, externalId, state, checkedAt }) => [
    primaryKey({ columns: [connectionId, meetId, taskId] }),
    index("sent_tasks_meeting").on(meetId),
    index("sent_tasks_external").on(externalId),
    index("sent_tasks_state").on(state, checkedAt),
  ],
);

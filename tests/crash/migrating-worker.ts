import { DurableObject } from "cloudflare:workers";
import { migrateStore, STORE_MIGRATIONS } from "#workers/meeting/store/migrations.ts";

/**
 * A meeting object's tables under tomorrow's code: the same migrations and one more. `/old` makes an object of today,
 * `/new` migrates it; `/slow` does too, but never gets to the end of it.
 */
const NEXT = ["CREATE TABLE tomorrow (id INTEGER PRIMARY KEY)", "ALTER TABLE meeting ADD COLUMN tomorrow TEXT"];

export class MeetingObject extends DurableObject {
  override async fetch(request: Request): Promise<Response> {
    const { storage } = this.ctx;
    const path = new URL(request.url).pathname;
    if (path === "/old") {
      migrateStore(storage);
      storage.sql.exec("INSERT INTO outbox (key, effect, attempts, due_at, added) VALUES ('kept', '{}', 0, 0, 1)");
    }
    if (path === "/slow") {
      // oxlint-disable-next-line no-console -- the test kills the process when it reads this
      console.log("in the middle of a migration");
      migrateStore(storage, [...STORE_MIGRATIONS, { name: "9999-tomorrow", statements: [...NEXT, ENDLESS] }]);
    }
    if (path === "/new") migrateStore(storage, [...STORE_MIGRATIONS, { name: "9999-tomorrow", statements: NEXT }]);
    const names = (query: string) => storage.sql.exec<{ name: string }>(query).toArray();
    return Response.json({
      tables: names("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'tomorrow'").length,
      columns: names("SELECT name FROM pragma_table_info('meeting') WHERE name = 'tomorrow'").length,
      migrations: names("SELECT name FROM store_migrations ORDER BY position").map(({ name }) => name),
      outbox: names("SELECT key AS name FROM outbox").map(({ name }) => name),
    });
  }
}

/** Only for the binding; it gets no requests. */
export class CallObject extends DurableObject {}
export class WorkspaceObject extends DurableObject {}
export class CalendarAccountObject extends DurableObject {}

/** A statement that does not end before the process does. */
const ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

type Objects = { MEETINGS: DurableObjectNamespace<MeetingObject> };

export default {
  fetch: (request: Request, { MEETINGS }: Objects) => MEETINGS.getByName("a meeting").fetch(request),
};

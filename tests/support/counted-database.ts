import { env } from "cloudflare:workers";
import { openDatabase } from "#app/server/db/database.ts";
import { workspaceLists } from "#app/server/adapters/workspace-object/workspace-lists.ts";
import { workspaceStub } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

/**
 * A database that notes its statements, so that their cost can be asked for afterwards: they run again, and D1 says what they read. Lists in
 * the objects of workspaces say it at once.
 */
export function countedDatabase() {
  const statements: D1PreparedStatement[] = [];
  const written: string[] = [];
  const prepare = (sql: string) => {
    written.push(sql);
    const statement = env.DB.prepare(sql);
    return new Proxy(statement, {
      get(target, name) {
        if (name !== "bind") return Reflect.get(target, name, target);
        return (...values: unknown[]) => {
          statements.push(target.bind(...values));
          return target.bind(...values);
        };
      },
    });
  };
  const database = new Proxy(env.DB, {
    get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name, target)),
  });
  let readInLists = 0;
  const lists = workspaceLists((workspaceId) => ({
    async runListStatements(asked) {
      const results = await workspaceStub(workerEnv, workspaceId).runListStatements(asked);
      for (const { rowsRead: read } of results) readInLists += read;
      return results;
    },
  }));
  const rowsRead = async () => {
    const results = await Promise.all(statements.splice(0).map((statement) => statement.all()));
    const inLists = readInLists;
    readInLists = 0;
    return results.reduce((sum, { meta }) => sum + meta.rows_read, inLists);
  };
  /** The statements so far, in their order and without their values. */
  const texts = () => [...written];
  return { services: { db: openDatabase(database), lists }, rowsRead, texts };
}

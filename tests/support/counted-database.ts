import { env } from "cloudflare:workers";
import { openDatabase } from "#app/server/db/database.ts";

/** A database that notes its statements, so that their cost can be asked for afterwards: they run again, and D1 says what they read. */
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
  const rowsRead = async () => {
    const results = await Promise.all(statements.splice(0).map((statement) => statement.all()));
    return results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
  };
  /** The statements so far, in their order and without their values. */
  const texts = () => [...written];
  return { services: { db: openDatabase(database) }, rowsRead, texts };
}

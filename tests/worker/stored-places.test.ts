import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { OBJECT_RULES, TABLE_RULES } from "#app/domain/privacy/stored-places.ts";
import * as worker from "#workers/entry.ts";

test("each table of the migrated database has a rule for export and deletion, and no rule is for a table that is gone", async () => {
  const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table' order by name").all<{
    name: string;
  }>();
  // Tables of SQLite, of D1 and of the migrations themselves.
  const tables = results.map(({ name }) => name).filter((name) => !/^(?:sqlite|_cf|d1)_/u.test(name));
  expect(tables).toEqual(Object.keys(TABLE_RULES).toSorted());
});

test("each class of Durable Objects that the Worker exports has a rule", () => {
  const classes = Object.keys(worker).filter((name) => name.endsWith("Object"));
  expect(classes.toSorted()).toEqual(Object.keys(OBJECT_RULES).toSorted());
});

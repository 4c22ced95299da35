import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import {
  BROWSER_RULES,
  FORGOTTEN_KEYS,
  OBJECT_RULES,
  PREFIX_RULES,
  TABLE_RULES,
} from "#app/domain/privacy/stored-places.ts";
import * as keys from "#app/server/storage/keys.ts";

/**
 * Each place that stores something has a rule for export and deletion. A new one fails here until its rule is written. The tables of the
 * database and the classes of objects as they run are compared in tests/worker/stored-places.test.ts.
 */

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

function sourcesOf(folder: string): { file: string; text: string }[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|js)$/u.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: read(`${folder}/${name}`) }))
    .filter(({ file }) => !file.includes("domain/privacy"));
}

/** The first groups of all matches, each once, sorted. */
function found(pattern: RegExp, texts: readonly string[]): string[] {
  const all = texts.flatMap((text) => [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []));
  return [...new Set(all)].toSorted();
}

const namesOf = (rules: Readonly<Record<string, unknown>>) => Object.keys(rules).toSorted();
const app = sourcesOf("app");

test("each table of D1 has a rule", () => {
  const files = import.meta.glob<Record<string, unknown>>("/app/server/db/schema*.ts", { eager: true });
  expect(Object.keys(files).length).toBeGreaterThan(1);
  const schema = Object.values(files).flatMap((exported) => Object.values(exported));
  const tables = schema.flatMap((value) => (is(value, SQLiteTable) ? [getTableName(value)] : []));
  expect(namesOf(TABLE_RULES)).toEqual(tables.toSorted());
});

/** Stands for an id, a name or a record of names: as a text, and in each of its fields, it is "x". */
const ANY: unknown = new Proxy<object>(Object("x"), {
  get(text, name) {
    const own: unknown = Reflect.get(text, name);
    if (typeof own === "function") return own.bind(text);
    return typeof name === "symbol" ? own : "x";
  },
});

test("each prefix of the bucket has a rule, and one file makes all keys", () => {
  const made = Object.entries<unknown>(keys).flatMap(([name, make]) => {
    if (!/(?:key|prefix)$/iu.test(name)) return [];
    const key: unknown = typeof make === "function" ? make(ANY, ANY) : make;
    return typeof key === "string" && key.includes("/") ? [key] : [];
  });
  expect(made.length).toBeGreaterThan(15);
  expect(namesOf(PREFIX_RULES)).toEqual([...new Set(made.map((key) => `${key.split("/")[0]}/`))].toSorted());
});

test("each cookie has a rule", () => {
  const texts = app.map(({ text }) => text);
  const cookies = [...found(/_COOKIE = "([\w-]+)"/gu, texts), ...found(/: "(acta-[a-z]+)"/gu, texts)].toSorted();
  const ruled = Object.entries(BROWSER_RULES).filter(([, { store }]) => store === "cookie");
  expect(ruled.map(([name]) => name).toSorted()).toEqual(cookies);
});

/** Patterns by which files name the keys of the browser's storage: `SEARCHES_KEY = "…"`, `key = \`…${id}\``, `keyOf = (id: string) => \`…${id}\``. */
const STORED_KEY = /\b(?:\w*KEY|key\w*) = (?:\([^)]*\) => )?["`]([\w.-]+)(?:["`]|\$\{)/gu;

test("each key in the browser's storage has a rule", () => {
  const storing = app.filter(({ text }) => text.includes(".setItem("));
  const unnamed = storing.filter(({ text }) => found(STORED_KEY, [text]).length === 0);
  expect(unnamed.map(({ file }) => file)).toEqual([]);
  const keys = found(
    STORED_KEY,
    storing.map(({ text }) => text),
  );
  const ruled = Object.entries(BROWSER_RULES).filter(([, { store }]) => store.endsWith("Storage"));
  expect(ruled.map(([name]) => name).toSorted()).toEqual(keys);
});

test("nothing is written to the browser's storage but by setItem", () => {
  const others = /(?:local|session)Storage(?:\.\w+|\[[^\]]+\]) = /u;
  expect(app.filter(({ text }) => others.test(text)).map(({ file }) => file)).toEqual([]);
});

test("each folder of private files has a rule, and only the spool of recordings opens them", () => {
  const opening = app.filter(({ text }) => text.includes("getDirectory()")).map(({ file }) => file);
  expect(opening.filter((file) => !file.includes("here/spool/"))).toEqual([]);
  const folders = found(
    /_FOLDER = "([\w-]+)"/gu,
    app.filter(({ file }) => file.includes("here/spool/")).map(({ text }) => text),
  );
  const ruled = Object.entries(BROWSER_RULES).filter(([, { store }]) => store === "files");
  expect(ruled.map(([name]) => name)).toEqual(folders);
});

test("the browser has no other kind of store", () => {
  const others = /indexedDB|caches\.open|navigator\.storage(?!\??\.(?:getDirectory|persist))|serviceWorker/u;
  expect(app.filter(({ text }) => others.test(text)).map(({ file }) => file)).toEqual([]);
});

test("each place that is not exported, and each that outlives the account, says why", () => {
  const rules = Object.entries({ ...TABLE_RULES, ...PREFIX_RULES, ...OBJECT_RULES, ...BROWSER_RULES });
  const unexplained = rules.filter(
    ([, { exported, deleted, note }]) =>
      note === undefined && (exported === "none" || deleted === "expires" || deleted === "browser"),
  );
  expect(unexplained.map(([name]) => name)).toEqual([]);
});

test("the keys that are forgotten with the account are keys of the browser's storage", () => {
  expect(FORGOTTEN_KEYS.filter((key) => !Object.hasOwn(BROWSER_RULES, key))).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The documents lead to files, headings and decisions that exist. */

const DECISIONS = "docs/decisions";
const DOCUMENTS = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const read = (file: string) => readFileSync(file, "utf8");
const numbers = new Set(readdirSync(DECISIONS).flatMap((name) => /^(\d{3})-/u.exec(name)?.[1] ?? []));

/** As GitHub makes them. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gmu)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(DOCUMENTS)("%s links to files and headings that exist", (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/gu)];
  const broken = links.filter(([, to = "", anchor]) => {
    const target = to === "" ? file : path.join(path.dirname(file), to);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(DOCUMENTS)("%s names files that exist", (file) => {
  const named = [...read(file).matchAll(/`((?:app|workers|tests|docs|migrations|public)\/[\w./-]+)`/gu)];
  expect(named.map(([, name = ""]) => name).filter((name) => !existsSync(name))).toEqual([]);
});

test("the list of decisions has each page once", () => {
  const listed = [...read(`${DECISIONS}/README.md`).matchAll(/\]\((\d{3})-[^)]+\)/gu)].map(([, number = ""]) => number);
  const inOrder = (all: Iterable<string>) => [...all].toSorted((one, other) => one.localeCompare(other));
  expect(inOrder(listed)).toEqual(inOrder(numbers));
});

/** "decision 001", "decisions 001, 003 and 004" and "decisions/001", also where a comment breaks the line before the number. */
const NAMED = /\bdecisions?(?: |\/|\n\s*(?:\*|\/\/|--)? *)((?:\d{3}(?:, | and | to )?)+)/giu;

test("every decision that a document or a comment names has a page", () => {
  const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" });
  const files = tracked
    .split("\n")
    .filter((name) => /\.(?:tsx?|js|mjs|md|toml|sql|css)$|^\.ci\//u.test(name) && existsSync(name));
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(NAMED)].flatMap(([, list = ""]) =>
      (list.match(/\d{3}/gu) ?? []).filter((number) => !numbers.has(number)).map((number) => `${file}: ${number}`),
    ),
  );
  expect(missing).toEqual([]);
});

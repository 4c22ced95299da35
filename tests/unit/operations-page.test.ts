import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Every name that is given to a log, as it stands in the sources. */
function loggedEvents(): string[] {
  const files = ["app", "workers"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/u.test(name))
      .map((name) => path.join(root, folder, name)),
  );
  const named = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/[lL]og\(\s*"([a-z]+[a-z.-]*)"/gu)]);
  return [...new Set(named.flatMap((match) => match[1] ?? []))].toSorted();
}

test("the operator's page says of every event in the log what it means", () => {
  const page = readFileSync(path.join(root, "docs/operations.md"), "utf8");
  const events = loggedEvents();
  expect(events.length).toBeGreaterThan(25);
  expect(events.filter((event) => !page.includes(`\`${event}\``))).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Names as Tailwind has them; ours have words of the product. */
const UTILITY =
  /^(?:-?(?:m|p)[trblxy]?-(?:\d+|auto|px)|gap(?:-[xy])?-\d+|(?:min-|max-)?[wh]-(?:\d+|full|screen|auto)|(?:items|justify|content|self|text|font|bg|border|rounded|outline|list|whitespace|overflow|space|z|top|left|right|bottom|inset)-[\w/-]+|[\w-]+:[\w-]+|flex|grid|inline-block|absolute|truncate|sr-only)$/u;

const filesIn = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

test("every utility that the markup uses has a rule, and every rule of a utility is used", () => {
  const named = (css: string) => [...css.matchAll(/\.([a-z][\w-]*)/gu)].map(([, name = ""]) => name);
  const styled = new Set(filesIn("app", ".css").flatMap(named));
  const markup = filesIn("app", ".tsx");
  const classes = markup.flatMap((text) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/gu)].flatMap(([, plain = "", code = ""]) =>
      `${plain} ${[...code.matchAll(/["`]([^"`]*)["`]/gu)].map(([, part]) => part).join(" ")}`.split(/[\s$]+/u),
    ),
  );
  expect(classes.filter((name) => UTILITY.test(name) && !styled.has(name))).toEqual([]);
  const used = markup.join(" ");
  const utilities = named(readFileSync("app/ui/styles/utilities.css", "utf8"));
  expect(utilities.filter((name) => !new RegExp(`[\\s"'\`]${name}[\\s"'\`]`, "u").test(used))).toEqual([]);
});

test("every class that an element names has a rule, so that none is misspelt", () => {
  const styled = new Set(
    filesIn("app", ".css").flatMap((css) => [...css.matchAll(/\.([a-z][\w-]*)/gu)].map(([, name = ""]) => name)),
  );
  // A mail carries its own style sheet.
  const pages = ["features", "routes", "ui"].flatMap((folder) => filesIn(`app/${folder}`, ".tsx"));
  const named = pages.flatMap((text) =>
    [...text.matchAll(/className="([^"]*)"/gu)].flatMap(([, names = ""]) => names.split(/\s+/u)),
  );
  expect([...new Set(named)].filter((name) => name !== "" && !styled.has(name))).toEqual([]);
});

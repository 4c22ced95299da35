import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { LOCALES } from "#app/domain/languages.ts";
import { formatMoment } from "#app/domain/time.ts";
import { SAMPLE_TIMES } from "#app/features/home/home-empty.tsx";

const TEXTS = path.resolve(import.meta.dirname, "../../../workers/sample/texts");
const sample = z.object({ lines: z.array(z.object({ startMs: z.number() })) });
/** The lines in which the day is decided, the material is promised, and the door stays open. */
const SHOWN_LINES = [10, 12, 21];

test.each(LOCALES)("Home shows moments of the sample in %s as they are", (locale) => {
  const { lines } = sample.parse(JSON.parse(readFileSync(path.join(TEXTS, `${locale}.json`), "utf8")));
  expect(SHOWN_LINES.map((index) => formatMoment(lines[index]?.startMs ?? -1))).toEqual([...SAMPLE_TIMES[locale]]);
});

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as z from "zod";
import { TEMPLATE_FILE_SCHEMA_PATH, templateFile } from "#app/contracts/template/template-file.ts";

test("the published schema of template files is the one by which they are written", async () => {
  const published: unknown = JSON.parse(await readFile(`public${TEMPLATE_FILE_SCHEMA_PATH}`, "utf8"));
  expect(published).toEqual(z.toJSONSchema(templateFile, { io: "input" }));
});

import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { quoted, writeWorkerVariables } from "../../workers/local/worker-variables.mjs";

const folderOf = () => mkdtemp(path.join(tmpdir(), "acta-variables-"));

test("the file of keys is its owner's alone, and one that others could read is replaced", async () => {
  const folder = await folderOf();
  await writeFile(path.join(folder, "worker.env"), "OLD=1", { mode: 0o644 });
  const { file } = writeWorkerVariables({
    root: folder,
    dataDir: folder,
    fixed: { APP_ORIGIN: "http://localhost:1" },
    env: {},
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toBe("APP_ORIGIN='http://localhost:1'\n");
});

test("what stands in .dev.vars goes along and wins; of the environment only what Acta knows is passed on", async () => {
  const folder = await folderOf();
  await writeFile(path.join(folder, ".dev.vars"), 'LANGUAGE_MODEL="from-file"\nGOOGLE_CLIENT_ID=real # a note\n');
  const env = { LANGUAGE_MODEL: "from-shell", SPEECH_ENGINE: "none", SPEECH_API_KEY: "", HOME: "/nowhere" };
  const { file } = writeWorkerVariables({ root: folder, dataDir: folder, fixed: {}, env });
  expect((await readFile(file, "utf8")).split("\n").toSorted()).toEqual([
    "",
    "GOOGLE_CLIENT_ID='real'",
    "LANGUAGE_MODEL='from-file'",
    "SPEECH_ENGINE='none'",
  ]);
});

test("an ENVIRONMENT other than the one of `npm start` is refused, and not overwritten silently", async () => {
  const folder = await folderOf();
  const input = { root: folder, dataDir: folder, fixed: { ENVIRONMENT: "local" }, env: { ENVIRONMENT: "production" } };
  expect(await readFile(writeWorkerVariables(input).file, "utf8")).toBe("ENVIRONMENT='local'\n");
  await writeFile(path.join(folder, ".dev.vars"), "ENVIRONMENT=production\n");
  expect(() => writeWorkerVariables(input)).toThrow(".dev.vars says ENVIRONMENT=production");
});

test("a key with every kind of sign comes back as it was; one that no such file can hold is refused by name", () => {
  expect(quoted("KEY", "it's")).toBe("`it's`");
  expect(quoted("KEY", 'a"b # c')).toBe(`'a"b # c'`);
  expect(quoted("KEY", "pa$$word${HOME}")).toBe("'pa\\$\\$word\\${HOME}'");
  expect(() => quoted("KEY", "'`")).toThrow("KEY holds both kinds of quotation marks");
});

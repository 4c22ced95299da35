import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { quoted, writeWorkerVariables } from "../../workers/local/worker-variables.mjs";

const folderOf = () => mkdtemp(path.join(tmpdir(), "acta-variables-"));

test("only the owner can read the file of keys, and a file that others could read is replaced", async () => {
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

test("variables in .dev.vars are included and win; of the environment, only variables that Acta knows are passed on", async () => {
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

test("an ENVIRONMENT other than that of `npm start` is refused, and not silently overwritten", async () => {
  const folder = await folderOf();
  const input = { root: folder, dataDir: folder, fixed: { ENVIRONMENT: "local" }, env: { ENVIRONMENT: "production" } };
  expect(await readFile(writeWorkerVariables(input).file, "utf8")).toBe("ENVIRONMENT='local'\n");
  await writeFile(path.join(folder, ".dev.vars"), "ENVIRONMENT=production\n");
  expect(() => writeWorkerVariables(input)).toThrow(".dev.vars says ENVIRONMENT=production");
});

test("a key with any characters comes back unchanged; one that no such file can hold is refused by name", () => {
  expect(quoted("KEY", "it's")).toBe("`it's`");
  expect(quoted("KEY", 'a"b # c')).toBe(`'a"b # c'`);
  expect(quoted("KEY", "pa$$word${HOME}")).toBe("'pa\\$\\$word\\${HOME}'");
  expect(() => quoted("KEY", "'`")).toThrow("KEY holds both kinds of quotation marks");
});

import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writeWorkerVariables } from "../../workers/local/worker-variables.mjs";

const folderOf = () => mkdtemp(path.join(tmpdir(), "acta-variables-"));

test("only the owner can read the file of keys, and a file that others could read is replaced", async () => {
  const folder = await folderOf();
  await writeFile(path.join(folder, "worker.json"), "{}", { mode: 0o644 });
  const { file } = writeWorkerVariables({
    root: folder,
    dataDir: folder,
    fixed: { APP_ORIGIN: "http://localhost:1" },
    env: {},
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await variablesIn(file)).toEqual({ APP_ORIGIN: "http://localhost:1" });
});

test("variables in .dev.vars are included and win; of the environment, only variables that Acta knows are passed on", async () => {
  const folder = await folderOf();
  await writeFile(path.join(folder, ".dev.vars"), 'LANGUAGE_MODEL="from-file"\nGOOGLE_CLIENT_ID=real # a note\n');
  const env = { LANGUAGE_MODEL: "from-shell", SPEECH_ENGINE: "none", SPEECH_API_KEY: "", HOME: "/nowhere" };
  const { file } = writeWorkerVariables({ root: folder, dataDir: folder, fixed: {}, env });
  expect(await variablesIn(file)).toEqual({
    GOOGLE_CLIENT_ID: "real",
    LANGUAGE_MODEL: "from-file",
    SPEECH_ENGINE: "none",
  });
});

test("an ENVIRONMENT other than that of `npm start` is refused, and not silently overwritten", async () => {
  const folder = await folderOf();
  const input = { root: folder, dataDir: folder, fixed: { ENVIRONMENT: "local" }, env: { ENVIRONMENT: "production" } };
  expect(await variablesIn(writeWorkerVariables(input).file)).toEqual({ ENVIRONMENT: "local" });
  await writeFile(path.join(folder, ".dev.vars"), "ENVIRONMENT=production\n");
  expect(() => writeWorkerVariables(input)).toThrow(".dev.vars says ENVIRONMENT=production");
});

test("a key with any characters is kept unchanged", async () => {
  const folder = await folderOf();
  const key = `'"\`\\$HOME \${HOME} # ñ\n`;
  const { file } = writeWorkerVariables({ root: folder, dataDir: folder, fixed: {}, env: { SPEECH_API_KEY: key } });
  expect(await variablesIn(file)).toEqual({ SPEECH_API_KEY: key });
});

test("the file of an earlier version, which held the same keys, is removed", async () => {
  const folder = await folderOf();
  await writeFile(path.join(folder, "worker.env"), "SPEECH_API_KEY=old", { mode: 0o600 });
  writeWorkerVariables({ root: folder, dataDir: folder, fixed: {}, env: {} });
  expect(await readdir(folder)).toEqual(["worker.json"]);
});

async function variablesIn(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"));
}

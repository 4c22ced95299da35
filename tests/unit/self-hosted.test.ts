import { chmod, mkdir, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { variables } from "#workers/config-variables.ts";
import { serverSecrets } from "../../workers/local/server/secrets.mjs";
import { isPassedOn, selfHosted } from "../../workers/local/server/self-hosted.mjs";
import { takeSnapshot } from "../../workers/local/server/snapshot.mjs";

/** The start of an own server: its variables, its secrets, and the copy for a backup. */

const folder = () => mkdtemp(path.join(tmpdir(), "acta-own-"));
const input = async (env: Record<string, string | undefined>) => {
  const [root, dataDir] = [await folder(), await folder()];
  return { env, root, dataDir, innerOrigin: "http://localhost:8787" };
};

test("every variable of the Worker is passed on, but those that only a supervisor, a stand-in or Cloudflare has", () => {
  const left = Object.keys(variables.shape).filter((name) => !isPassedOn(name));
  expect(left.toSorted()).toEqual([
    "CALENDAR_ORIGIN",
    "CONNECTION_ORIGIN",
    "ENVIRONMENT",
    "IDENTITY_ORIGIN",
    "JURISDICTION",
    "LOCAL_MEETING_ORIGIN",
    "LOCAL_MODEL_KEY",
    "LOCAL_MODEL_URL",
    "LOCATION_HINT",
    "R2_S3_ENDPOINT",
    "STRIPE_ORIGIN",
    "WEBHOOK_ORIGIN",
  ]);
  expect(["PATH", "HOME", "NODE_OPTIONS", "ACTA_DATA_DIR"].filter(isPassedOn)).toEqual([]);
});

test("without ENVIRONMENT=self-hosted nothing changes", async () => {
  expect(selfHosted(await input({}))).toBeNull();
  expect(selfHosted(await input({ ENVIRONMENT: "production", APP_ORIGIN: "https://acta.example" }))).toBeNull();
});

test("secrets leave the environment that children get, and stay for the Worker", async () => {
  const asked = await input({
    ENVIRONMENT: "self-hosted",
    APP_ORIGIN: "https://acta.example/",
    OIDC_ISSUER: "https://login.acta.example",
    OIDC_CLIENT_SECRET: "kept",
  });
  const server = selfHosted(asked);
  expect(asked.env.OIDC_CLIENT_SECRET).toBeUndefined();
  expect(server?.given).toMatchObject({ OIDC_CLIENT_SECRET: "kept", OIDC_ISSUER: "https://login.acta.example" });
  expect(server?.variables()).toMatchObject({
    ENVIRONMENT: "self-hosted",
    APP_ORIGIN: "https://acta.example",
    RECORDER_SINK_ORIGIN: "http://localhost:8787",
    OIDC_CLIENT_SECRET: "kept",
  });
});

test("a secret that is given later wins over the one that was made", async () => {
  const asked = await input({ ENVIRONMENT: "self-hosted", APP_ORIGIN: "https://acta.example" });
  const made = selfHosted(asked)?.variables();
  expect(made?.SHARE_SECRET).toHaveLength(43);
  const env = { ...asked.env, SHARE_SECRET: "given", RECORDER_URL: "https://recorder.example" };
  expect(selfHosted({ ...asked, env })?.variables()).toMatchObject({
    SHARE_SECRET: "given",
    CALL_SECRET: made?.CALL_SECRET,
    RECORDER_SINK_ORIGIN: "https://acta.example",
  });
});

test.each([undefined, "", "acta.example", "http://acta.example"])("APP_ORIGIN=%s starts nothing", async (origin) => {
  const asked = await input({ ENVIRONMENT: "self-hosted", APP_ORIGIN: origin });
  expect(() => selfHosted(asked)).toThrow("needs APP_ORIGIN");
});

test("a .dev.vars of one machine starts nothing", async () => {
  const asked = await input({ ENVIRONMENT: "self-hosted", APP_ORIGIN: "https://acta.example" });
  await writeFile(path.join(asked.root, ".dev.vars"), "");
  expect(() => selfHosted(asked)).toThrow(".dev.vars is for `npm start` on one machine");
});

test("secrets are made once, given ones are not kept, and a folder with data makes no new ones", async () => {
  const dataDir = await folder();
  const first = serverSecrets({ dataDir, env: { SHARE_SECRET: "given" } });
  expect(Object.keys(first).toSorted()).toEqual(["CALL_SECRET", "R2_SECRET_ACCESS_KEY", "SECRET_BOX_KEYS"]);
  expect((await stat(path.join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
  expect(serverSecrets({ dataDir, env: { SHARE_SECRET: "given" } })).toEqual(first);
  await mkdir(path.join(dataDir, "state/v3"), { recursive: true });
  expect(() => serverSecrets({ dataDir, env: {} })).toThrow("secrets.json lacks SHARE_SECRET");
});

test("a snapshot has databases and recordings, links what is never written again, and leaves logs and models out", async () => {
  const dataDir = await folder();
  const place = (name: string) => path.join(dataDir, name);
  await mkdir(place("state/v3/r2/acta/blobs"), { recursive: true });
  for (const name of ["logs", "models"]) await mkdir(place(name));
  const files = ["state/v3/one.sqlite", "state/v3/one.sqlite-wal", "state/v3/r2/acta/blobs/a", "secrets.json"];
  for (const name of [...files, "worker.json", "logs/worker.log", "models/m.onnx"]) await writeFile(place(name), name);
  await chmod(place("secrets.json"), 0o600);
  const copy = takeSnapshot(dataDir);
  for (const name of files) expect(await readFile(path.join(copy, name), "utf8")).toBe(name);
  for (const name of ["worker.json", "logs", "models"]) {
    await expect(stat(path.join(copy, name))).rejects.toMatchObject({ code: "ENOENT" });
  }
  const inode = async (file: string) => (await stat(file)).ino;
  const [blob, database] = ["state/v3/r2/acta/blobs/a", "state/v3/one.sqlite"];
  expect(await inode(path.join(copy, blob))).toBe(await inode(place(blob)));
  expect(await inode(path.join(copy, database))).not.toBe(await inode(place(database)));
});

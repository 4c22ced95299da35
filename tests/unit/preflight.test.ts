import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { clearLocks, isFreePort, isSupportedNode, lockOf, tryHold } from "../../workers/local/preflight.mjs";

const PREFLIGHT = new URL("../../workers/local/preflight.mjs", import.meta.url).href;

test.each([
  ["20.19.0", true],
  ["20.20.2", true],
  ["20.18.3", false],
  ["18.20.0", false],
  ["21.7.0", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["24.1.0", true],
])("Node %s is supported: %s", (version, supported) => {
  expect(isSupportedNode(version)).toBe(supported);
});

test("a port that somebody listens on is not free", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await isFreePort(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isFreePort(port)).toBe(true);
});

test("one data folder is held by one Acta, and a folder whose holder was killed is free", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-lock-"));
  const lock = lockOf(folder);
  const hold = `import { tryHold } from ${JSON.stringify(PREFLIGHT)};
    await tryHold(${JSON.stringify(lock)}); console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", hold], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  expect(await tryHold(lock)).toBeNull();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const held = await tryHold(lock);
  expect(held).not.toBeNull();
  held?.close();
});

const MINUTES_LATER_MS = 5 * 60_000;

test("an Acta that ends takes its lock with it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-lock-"));
  const hold = `import { holdFolder } from ${JSON.stringify(PREFLIGHT)};
    await holdFolder(${JSON.stringify(folder)}); console.log("held"); process.stdin.once("data", () => process.exit(0));`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", hold], { stdio: ["pipe", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  expect(existsSync(lockOf(folder))).toBe(true);
  holder.stdin.write("end");
  await once(holder, "exit");
  expect(existsSync(lockOf(folder))).toBe(false);
});

test("locks of Actas that were killed are cleared away; one that answers, a young one and other files stay", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-locks-"));
  const [killed, living] = ["acta-0123456789abcdef.sock", "acta-fedcba9876543210.sock"];
  const held = await tryHold(path.join(folder, living));
  await writeFile(path.join(folder, killed), "");
  await writeFile(path.join(folder, "acta-notes.sock"), "");
  await clearLocks(folder);
  expect(await readdir(folder)).toEqual([killed, living, "acta-notes.sock"]);
  await clearLocks(folder, Date.now() + MINUTES_LATER_MS);
  expect(await readdir(folder)).toEqual([living, "acta-notes.sock"]);
  held?.close();
});

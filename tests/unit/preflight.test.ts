import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isFreePort, isSupportedNode, lockOf, tryHold } from "../../workers/local/preflight.mjs";

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

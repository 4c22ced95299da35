import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { isDiskFull, LOW_BYTES, RESERVE_BYTES } from "../../workers/local/disk-reserve.mjs";
import { openLogFile } from "../../workers/local/log-file.mjs";
import { endOrphans, noteGroups } from "../../workers/local/orphan-groups.mjs";

/** A full disk, and what is left of an Acta that was killed. */

const SOON = { timeout: 20_000, interval: 50 };
const folder = () => mkdtemp(path.join(tmpdir(), "acta-disk-"));
const root = path.resolve(import.meta.dirname, "../..");

test("a log that the disk does not take ends nothing, and goes on with a note when there is room", async () => {
  const kept: string[] = [];
  let isFull = true;
  const clock = { now: 0 };
  const open = () =>
    new Writable({
      write(chunk, _encoding, done) {
        if (isFull) return done(Object.assign(new Error("no space"), { code: "ENOSPC" }));
        kept.push(String(chunk));
        done();
      },
    });
  const log = openLogFile("any.log", { now: () => clock.now, open });
  log.write("lost with the failure");
  await new Promise(setImmediate);
  log.write("left out");
  isFull = false;
  clock.now += 60_000;
  log.write("back");
  expect(kept).toEqual(["(1 lines are missing here: they could not be written)\nback\n"]);
});

test("the reserve is given up on a full disk, and taken up again once there is room for it", async () => {
  const dataDir = await folder();
  const disk = { free: 10 * RESERVE_BYTES };
  const isFull = (bytes = 0) => isDiskFull(dataDir, bytes, () => disk.free);
  const isHeld = () =>
    stat(path.join(dataDir, "reserve")).then(
      ({ size }) => size === RESERVE_BYTES,
      () => false,
    );
  expect([isFull(), await isHeld()]).toEqual([false, true]);
  // A recording that would fill it is refused before a byte is stored.
  expect([isFull(10 * RESERVE_BYTES), await isHeld()]).toEqual([true, true]);
  disk.free = LOW_BYTES - 1;
  expect([isFull(), await isHeld()]).toEqual([true, false]);
  disk.free = RESERVE_BYTES + LOW_BYTES;
  expect([isFull(), await isHeld()]).toEqual([true, false]);
  disk.free = RESERVE_BYTES + 2 * LOW_BYTES;
  expect([isFull(), await isHeld()]).toEqual([false, true]);
});

/** A supervisor with one child that has a child of its own and listens on a port. */
async function supervised(dataDir: string) {
  const program = path.join(dataDir, "child.mjs");
  await writeFile(
    program,
    `import { createServer } from "node:http"; import { spawn } from "node:child_process";
    const grandchild = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "ignore" });
    createServer((_request, answer) => answer.end(String(grandchild.pid))).listen(Number(process.env.PORT), "127.0.0.1");`,
  );
  const port = await freePort();
  const starter = path.join(dataDir, "starter.mjs");
  await writeFile(
    starter,
    `import { Supervisor } from ${JSON.stringify(path.join(root, "workers/local/supervisor.mjs"))};
    import { noteGroups } from ${JSON.stringify(path.join(root, "workers/local/orphan-groups.mjs"))};
    const supervisor = new Supervisor({ logDir: ${JSON.stringify(dataDir)}, echo: false, onGroups: (groups) => noteGroups(${JSON.stringify(dataDir)}, groups) });
    supervisor.start({ name: "child", args: [${JSON.stringify(program)}], env: { PORT: "${port}" }, healthUrl: "http://127.0.0.1:${port}/" });
    await supervisor.ready();`,
  );
  const supervisor = spawn(process.execPath, [starter], { stdio: "ignore" });
  const address = `http://127.0.0.1:${port}/`;
  await vi.waitFor(async () => expect((await fetch(address)).ok).toBe(true), SOON);
  const grandchild = Number(await (await fetch(address)).text());
  const groups = (): Promise<number[]> =>
    readFile(path.join(dataDir, "children.json"), "utf8").then((text) => JSON.parse(text));
  await vi.waitFor(async () => expect(await groups()).toHaveLength(1), SOON);
  onTestFinished(async () => {
    for (const group of await groups().catch(() => [])) kill(-group);
    kill(supervisor.pid ?? 0);
  });
  return { supervisor, address, grandchild, groups };
}

function kill(pid: number) {
  if (pid === 0) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("the children of a supervisor that is killed end with it, and so do theirs", async () => {
  const { supervisor, address, grandchild } = await supervised(await folder());
  supervisor.kill("SIGKILL");
  await vi.waitFor(async () => expect([await answers(address), isAlive(grandchild)]).toEqual([false, false]), SOON);
});

test("a start ends what an earlier one of its data folder left behind, and no program of somebody else's", async () => {
  const dataDir = await folder();
  const program = path.join(dataDir, "left.mjs");
  await writeFile(program, "setInterval(() => {}, 1000)");
  const left = leader([program]);
  const stranger = leader(["-e", "setInterval(() => {}, 1000)"]);
  noteGroups(dataDir, [left.pid ?? 0, stranger.pid ?? 0]);
  expect(await endOrphans({ dataDir, root: dataDir })).toBe(1);
  await vi.waitFor(() => expect(left.signalCode).not.toBeNull(), SOON);
  expect([stranger.signalCode, await endOrphans({ dataDir, root: dataDir })]).toEqual([null, 0]);
});

function leader(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: "ignore", detached: true });
  onTestFinished(() => kill(child.pid ?? 0));
  return child;
}

const answers = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

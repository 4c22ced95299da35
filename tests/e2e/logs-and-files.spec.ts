import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { processRows } from "#tests/support/process-rows.ts";
import { expect, test } from "#tests/e2e/acta-test.ts";

/** The files, logs and command lines of `npm start`, as other users of the machine could see them. No page is opened. */
const dataDir = () => path.dirname(process.env.ACTA_STATE_DIR ?? "");
const logFile = () => path.join(dataDir(), "logs/worker.log");

/** The Worker logs one line for each sweep, after everything that it was asked before. */
async function waitForLog(origin: string): Promise<string> {
  const sweeps = async () => (await readFile(logFile(), "utf8")).split('"event":"sweep.done"').length;
  const before = await sweeps();
  await fetch(`${origin}/_local/cron`, { method: "POST", headers: { Origin: origin } });
  await expect.poll(sweeps, { intervals: [100] }).toBeGreaterThan(before);
  return readFile(logFile(), "utf8");
}

test("share tokens, codes, queries and signatures reach no log of npm start", async ({ origin }) => {
  const token = "0a1b2c3d4e5f6g7h8j9kamanap";
  const { cookie } = await localSignIn({ appOrigin: origin, returnTo: "/history?q=redundancies" });
  for (const at of [
    `/s/${token}`,
    `/s/${token}/recording`,
    `/S/${token}/export/md`,
    "/api/auth/callback/google?code=c0de-of-a-sign-in&state=st4te-of-a-sign-in",
    "/api/auth/signin?returnTo=/history?q=redundancies",
    "/history?q=redundancies",
    `/_local/s3/acta-recordings/recordings/x?X-Amz-Signature=s1gn4ture-of-an-upload`,
  ]) {
    await fetch(`${origin}${at}`, { headers: { Cookie: cookie }, redirect: "manual" });
  }
  const log = await waitForLog(origin);
  const names = await readdir(path.join(dataDir(), "logs"));
  const logs = await Promise.all(names.map((name) => readFile(path.join(dataDir(), "logs", name), "utf8")));
  for (const text of [log, ...logs]) {
    expect(text).not.toMatch(/0a1b2c3d4e5f6g7h8j9kamanap|c0de-of|st4te-of|redundancies|s1gn4ture|acta-session=[^…]/i);
    expect(text).not.toMatch(/\b(GET|POST|PUT|HEAD) \//);
  }
});

test("everything in the data folder is its owner's alone", async () => {
  const entries = await readdir(dataDir(), { recursive: true, withFileTypes: true });
  const open: string[] = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    // SQLite's files come and go while Acta runs.
    const stat = await lstat(file).catch(() => null);
    if (stat && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0) open.push(file);
  }
  expect(open).toEqual([]);
  expect(entries.length).toBeGreaterThan(10);
});

test("no secret of this start stands on a command line", async () => {
  const variables: Record<string, string> = JSON.parse(await readFile(path.join(dataDir(), "worker.json"), "utf8"));
  const secrets = Object.keys(variables).flatMap((name) =>
    /SECRET|TOKEN|KEY/.test(name) ? [variables[name] ?? ""] : [],
  );
  expect(secrets.length).toBeGreaterThan(0);
  for (const { args } of await processRows()) for (const secret of secrets) expect(args).not.toContain(secret);
});

test("the explorer of D1, R2 and the objects, which needs no sign-in, is off", async ({ origin }) => {
  const answer = await fetch(`${origin}/cdn-cgi/explorer/api/d1/database`);
  expect(await answer.text()).not.toContain("uuid");
  expect(answer.status).toBe(404);
});

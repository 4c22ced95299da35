import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { freePort } from "#tests/support/free-port.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { type ProxiedServer, startProxy } from "#tests/support/proxied-server.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** The contents of the image, without Docker: ENVIRONMENT=self-hosted behind a proxy, with a provider of any make (decision 219). */

const ORIGIN = "https://acta.localhost";
const root = path.resolve(import.meta.dirname, "../..");
const folders: string[] = [];
const endings: (() => unknown)[] = [];
let issuer = "";
let mails: MailServer;
let dataDir = "";
let server: Awaited<ReturnType<typeof startServer>>;

async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-server-"));
  folders.push(folder);
  return folder;
}

async function startProvider(): Promise<string> {
  const child = spawn(process.execPath, ["workers/stand-ins/server.mjs", "--port", "0", "--redirect-origin", ORIGIN], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  endings.push(() => child.kill());
  for await (const line of createInterface(child.stdout)) {
    const [, origin] = /ready on (\S+)$/.exec(line) ?? [];
    if (origin) return `${origin}/oidc`;
  }
  throw new Error("the provider did not start");
}

/** `prepared`: the folder has the bundle and a database that is up to date, which together take most of a start. */
async function startServer(folder: string, prepared = false): Promise<ActaProcess & ProxiedServer & { inner: string }> {
  const gatePort = await freePort();
  const acta = await startActa({
    dataDir: folder,
    env: {
      ENVIRONMENT: "self-hosted",
      APP_ORIGIN: ORIGIN,
      CONTACT_EMAIL: "support@acta.example",
      ACTA_GATE_PORT: String(gatePort),
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: "taller-acta",
      OIDC_CLIENT_SECRET: "taller-acta-secret",
      OIDC_NAME: "Taller",
      SPEECH_ENGINE: "none",
      RECORDER_ENGINE: "none",
      MAIL_ENGINE: "smtp",
      MAIL_FROM: "Acta <acta@acta.localhost>",
      MAIL_SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=no`,
      ...(prepared ? { ACTA_PREPARED: "1" } : {}),
    },
  });
  const proxy = await startProxy(ORIGIN, gatePort);
  const stop = async () => {
    proxy.stop();
    await acta.stop();
  };
  endings.push(stop);
  return { ...acta, ...proxy, inner: acta.origin, stop };
}

/** A command of the operator, as `npm run` starts it; answers with what it wrote. */
async function command(name: string, argument: string, folder: string): Promise<{ code: number; written: string }> {
  const child = spawn(process.execPath, [path.join(root, `workers/local/${name}.mjs`), argument], {
    env: { ...process.env, ACTA_DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (written += String(bytes)));
  const [code] = await once(child, "exit");
  return { code, written };
}

beforeAll(async () => {
  [issuer, dataDir, mails] = [await startProvider(), await newFolder(), await startMailServer()];
  endings.push(mails.close);
  server = await startServer(dataDir);
}, 120_000);

afterAll(async () => {
  for (const end of endings.toReversed()) await end();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const signIn = (person: string) => localSignIn({ appOrigin: ORIGIN, provider: "oidc", person, ask: server.ask });

const post = (url: string, headers: Record<string, string>, body: BodyInit) =>
  server.ask(url, { method: "POST", headers: { Origin: ORIGIN, ...headers }, body, redirect: "manual" });

async function minutesOf(meetId: string, cookie: string) {
  const answer = await server.ask(`${ORIGIN}/api/acta/meetings/${meetId}/export/json`, { headers: { Cookie: cookie } });
  return { status: answer.status, text: answer.status === 200 ? await answer.text() : "" };
}

test("a person signs in by the provider, and nobody by an account of one machine", async () => {
  const { name, cookie } = await signIn("nora");
  expect(name).toBe("__Host-acta-session");
  const session = await (await server.ask(`${ORIGIN}/api/auth/session`, { headers: { Cookie: cookie } })).json();
  expect(JSON.stringify(session)).toContain("Nora Puig");
  const credits = await (await server.ask(`${ORIGIN}/api/acta/user/credits`, { headers: { Cookie: cookie } })).json();
  expect(credits).toMatchObject({ usage: { uploads: { limit: null }, recordings: { limit: null } } });
  const page = await server.ask(`${ORIGIN}/api/auth/signin`);
  expect(page.headers.get("Strict-Transport-Security")).toContain("max-age");
  const text = await page.text();
  expect(text).toContain("Continue with Taller");
  expect(text).not.toContain("Continue with Google");
  const form = new URLSearchParams({ provider: "google", terms: "accepted", returnTo: "/" });
  expect((await post(`${ORIGIN}/api/auth/signin`, {}, form)).status).toBe(400);
});

test.each(["nonce", "audience", "unknown-key", "wrong-clock"])(
  "an id_token with a wrong %s signs nobody in, here too",
  async (person) => {
    await expect(signIn(person)).rejects.toThrow("problem=failed");
  },
);

test("an address is confirmed by a mail of the server's own", async () => {
  const { cookie } = await signIn("unverified");
  const asked = new URLSearchParams({ address: "lucia@ferrer.example" });
  const answer = await post(`${ORIGIN}/api/acta/user/mail_address`, { Cookie: cookie }, asked);
  expect(answer.status).toBeLessThan(400);
  await expect.poll(() => mails.received.length, { timeout: 30_000, interval: 100 }).toBe(1);
  const [mail] = mails.received;
  expect(mail).toMatchObject({ from: "acta@acta.localhost", to: ["lucia@ferrer.example"] });
  expect(mail?.source.replaceAll("=\r\n", "")).toContain(`${ORIGIN}/confirm-mail/`);
});

test("operator's pages, cron and outbox answer on the inner port only", async () => {
  const token = (await readFile(path.join(dataDir, "admin-token"), "utf8")).trim();
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const order = JSON.stringify({ order: "code", plan: "insider", uses: 1, endsAt: Date.now() + 3_600_000 });
  const statuses = [];
  for (const target of [
    "/api/admin/plans",
    "/_local/cron",
    "/_local/outbox",
    "/cdn-cgi/mf/reload",
    "/x/../api/admin/plans",
  ]) {
    statuses.push((await post(`${ORIGIN}${target}`, headers, order)).status);
  }
  expect(statuses).toEqual([404, 404, 404, 404, 404]);
  expect((await fetch(`${server.inner}/api/admin/plans`, { method: "POST", headers, body: order })).status).toBe(200);
});

test("secrets are made once, for their owner only, and no log has them", async () => {
  const file = path.join(dataDir, "secrets.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secrets: string[] = Object.values(JSON.parse(await readFile(file, "utf8")));
  expect(secrets).toHaveLength(4);
  for (const name of await readdir(path.join(dataDir, "logs"))) {
    const log = await readFile(path.join(dataDir, "logs", name), "utf8");
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  }
});

test("a recording becomes minutes, and outlives a backup, a restart and a restore", { timeout: 150_000 }, async () => {
  const { cookie } = await signIn("in-userinfo");
  const bytes = new Uint8Array(await readFile(path.join(root, "tests/fixtures/talk-captions.mp4")));
  const meetId = await uploadOverHttp({ origin: ORIGIN, cookie, title: "Kept", bytes, ask: server.ask });
  await expect.poll(async () => (await minutesOf(meetId, cookie)).status, { timeout: 60_000, interval: 200 }).toBe(200);
  const before = await minutesOf(meetId, cookie);
  const live = await server.upgrade(`/api/acta/meetings/${meetId}/live`, { cookie });
  expect(live).toBe("101 s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");

  // While it runs.
  const backups = await newFolder();
  const made = await command("backup", backups, dataDir);
  expect(made).toMatchObject({ code: 0 });
  const [backup = ""] = await readdir(backups);
  expect(await minutesOf(meetId, cookie)).toEqual(before);

  await server.stop();
  server = await startServer(dataDir, true);
  expect(await minutesOf(meetId, cookie)).toEqual(before);
  expect((await command("restore", path.join(backups, backup), dataDir)).written).toContain("Another Acta is using");
  await server.stop();
  expect((await command("restore", path.join(backups, backup), dataDir)).written).toContain("nothing was changed");

  const restored = await newFolder();
  expect(await command("restore", path.join(backups, backup), restored)).toMatchObject({ code: 0 });
  await cp(path.join(dataDir, "bundle"), path.join(restored, "bundle"), { recursive: true });
  server = await startServer(restored, true);
  expect(await minutesOf(meetId, cookie)).toEqual(before);
  const media = await server.ask(`${ORIGIN}/api/acta/meetings/${meetId}/recording`, { headers: { Cookie: cookie } });
  expect(media.status).toBe(200);
  expect(new Uint8Array(await media.arrayBuffer())).toEqual(bytes);
});

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { cloudflareMailer } from "#app/server/adapters/mail/cloudflare-mailer.ts";
import { localOutbox } from "#app/server/adapters/mail/local-outbox.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import type { LogFields } from "#app/server/log.ts";
import type { Mail, Mailer } from "#app/server/ports/mailer.ts";
import { RESEND_KEY, resendError, standInForResend } from "#tests/fakes/resend-server.ts";
import { call } from "#tests/support/api.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { parseConfig } from "#workers/config.ts";
import { isLocalOutbox } from "#workers/local-outbox.ts";

const FROM = "Acta <acta@acta.example>";
const UNSUBSCRIBE = {
  "List-Unsubscribe": "<https://acta.example/unsubscribe/0123>",
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
};
let made = 0;
const mailOf = (change: Partial<Mail> = {}): Mail => ({
  to: "ada@acta.example",
  subject: "Tus actas están listas: «Plan 2027» ☂",
  html: "<!doctype html><style>p{color:navy}</style><p>Café & más</p>",
  text: "Café & más",
  headers: UNSUBSCRIBE,
  idempotencyKey: `minutes-ready/${++made}/1`,
  ...change,
});

type Line = [event: string, fields?: LogFields | undefined];
type Stage = { mailer: Mailer; delivered: () => Promise<unknown[]>; lines: Line[] };

const ENGINES: Record<string, () => Stage> = {
  resend: () => {
    const standIn = standInForResend();
    const lines: Line[] = [];
    const log = (...line: Line) => void lines.push(line);
    const mailer = resendMailer({ apiKey: RESEND_KEY, from: FROM, log });
    return {
      mailer,
      lines,
      delivered: async () => standIn.delivered.map(({ to, ...rest }) => ({ ...rest, to: to[0] })),
    };
  },
  "the local outbox": () => {
    const lines: Line[] = [];
    const log = (...line: Line) => void lines.push(line);
    const from = made;
    const outbox = localOutbox({ bucket: env.RECORDINGS, from: FROM, now: () => ++made, log });
    const delivered = async () =>
      (await outbox.newest())
        .filter(({ sentAt }) => sentAt > from)
        .map(({ id: _id, sentAt: _sentAt, ...rest }) => rest)
        .toReversed();
    return { mailer: outbox, lines, delivered };
  },
  "Cloudflare's binding": () => {
    const sent: unknown[] = [];
    const lines: Line[] = [];
    const log = (...line: Line) => void lines.push(line);
    const mailer = cloudflareMailer({ email: bindingOf(async (mail) => void sent.push(mail)), from: FROM, log });
    return { mailer, lines, delivered: async () => sent };
  },
};

/** Cloudflare's binding as far as the adapter uses it. `take` throws to refuse. */
function bindingOf(take: (mail: unknown) => Promise<void>): Pick<SendEmail, "send"> {
  return {
    async send(mail: unknown) {
      await take(mail);
      return { messageId: crypto.randomUUID() };
    },
  };
}

afterEach(() => vi.restoreAllMocks());

describe.each(Object.entries(ENGINES))("%s", (_name, open) => {
  test("sends a mail with its sender, both bodies and its headers", async () => {
    const { mailer, delivered } = open();
    const mail = mailOf();
    expect(await mailer.send(mail)).toEqual({ kind: "accepted", id: expect.stringMatching(/^[0-9a-f-]{32,36}$/) });
    const { idempotencyKey: _key, ...content } = mail;
    expect(await delivered()).toEqual([{ ...content, from: FROM }]);
  });

  test.each<[string, Partial<Mail>, "address" | "message"]>([
    ["no address", { to: "ada" }, "address"],
    ["two addresses", { to: "ada@acta.example,eve@acta.example" }, "address"],
    ["an address with a second header", { to: "ada@acta.example\r\nBcc: eve@acta.example" }, "address"],
    ["a subject with a second header", { subject: "Hello\r\nBcc: eve@acta.example" }, "message"],
    ["no subject", { subject: " " }, "message"],
    ["a subject of 999 letters", { subject: "a".repeat(999) }, "message"],
    ["no text", { text: "" }, "message"],
    ["more than a megabyte", { html: "é".repeat(524_288) }, "message"],
    ["a header with a second one", { headers: { "X-Acta": "a\nBcc: eve@acta.example" } }, "message"],
    ["a header with a space in its name", { headers: { "X Acta": "a" } }, "message"],
    ["another sender", { headers: { From: "eve@acta.example" } }, "message"],
    ["21 headers", { headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, "a"])) }, "message"],
    ["no key", { idempotencyKey: "" }, "message"],
    ["a key of 257 characters", { idempotencyKey: "k".repeat(257) }, "message"],
  ])("refuses a mail with %s and delivers nothing", async (_case, change, reason) => {
    const { mailer, delivered } = open();
    expect(await mailer.send(mailOf(change))).toEqual({ kind: "refused", reason });
    expect(await delivered()).toEqual([]);
  });

  test("delivers a mail once if its engine knows keys, and says so if it does not", async () => {
    const { mailer, delivered } = open();
    const mail = mailOf();
    const [first, second] = [await mailer.send(mail), await mailer.send(mail)];
    expect(second.kind).toBe("accepted");
    expect((await delivered()).length).toBe(mailer.knowsKeys ? 1 : 2);
    if (!mailer.knowsKeys) return;
    expect(second).toEqual(first);
    expect(await mailer.send({ ...mail, text: "other" })).toEqual({ kind: "refused", reason: "key-reused" });
    expect((await delivered()).length).toBe(1);
  });
});

const LATER = { kind: "later", delayMs: 60_000 };
const ACCOUNT = { kind: "refused", reason: "account" };
const MESSAGE = { kind: "refused", reason: "message" };

test.each<[number, string, Record<string, string>, unknown]>([
  [400, "validation_error", {}, MESSAGE],
  [401, "missing_api_key", {}, ACCOUNT],
  [403, "invalid_api_key", {}, ACCOUNT],
  [403, "validation_error", {}, ACCOUNT],
  [404, "not_found", {}, ACCOUNT],
  [409, "invalid_idempotent_request", {}, { kind: "refused", reason: "key-reused" }],
  [409, "concurrent_idempotent_requests", {}, LATER],
  [422, "missing_required_field", {}, MESSAGE],
  [451, "security_error", {}, MESSAGE],
  [429, "rate_limit_exceeded", { "Retry-After": "2" }, { kind: "later", delayMs: 2000 }],
  [429, "rate_limit_exceeded", { "Retry-After": "999999999" }, { kind: "later", delayMs: 86_400_000 }],
  [429, "daily_quota_exceeded", {}, { kind: "later", delayMs: 3_600_000 }],
  [429, "monthly_quota_exceeded", {}, { kind: "later", delayMs: 3_600_000 }],
  [500, "application_error", {}, LATER],
  [503, "<html>", {}, LATER],
  [302, "moved", { Location: "https://elsewhere.example" }, ACCOUNT],
])("Resend's %i %s", async (status, name, headers, expected) => {
  const lines: Line[] = [];
  const standIn = standInForResend();
  standIn.failures.push(() => resendError(status, name, headers));
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: FROM, log: (...line) => void lines.push(line) });
  expect(await mailer.send(mailOf())).toEqual(expected);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|Plan 2027|re_the_key|<html>/);
});

test.each<[string, () => Response | Promise<Response>]>([
  ["cannot be reached", () => Promise.reject(new TypeError("connection refused"))],
  ["accepts without an id", () => Response.json({})],
  ["answers with no JSON", () => new Response("<html>ada@acta.example</html>")],
  ["answers without end", () => new Response("a".repeat(70_000))],
])("Resend that %s is asked later", async (_name, failure) => {
  const standIn = standInForResend();
  standIn.failures.push(failure);
  const lines: Line[] = [];
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: FROM, log: (...line) => void lines.push(line) });
  expect(await mailer.send(mailOf())).toEqual(LATER);
  expect(JSON.stringify(lines)).not.toContain("ada@");
});

test("a mail whose acceptance was lost is delivered once", async () => {
  const standIn = standInForResend();
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: FROM, log: () => {} });
  const mail = mailOf();
  standIn.onAccepted = () => {
    standIn.onAccepted = () => {};
    throw new TypeError("connection lost");
  };
  expect(await mailer.send(mail)).toEqual(LATER);
  expect(await mailer.send(mail)).toMatchObject({ kind: "accepted" });
  expect(standIn.delivered).toHaveLength(1);
});

test.each([
  ["E_RECIPIENT_SUPPRESSED", { kind: "refused", reason: "address" }],
  ["E_SENDER_NOT_VERIFIED", ACCOUNT],
  ["E_VALIDATION_ERROR", MESSAGE],
  ["E_HEADER_NOT_ALLOWED", MESSAGE],
  ["E_RATE_LIMIT_EXCEEDED", LATER],
  ["E_DAILY_LIMIT_EXCEEDED", { kind: "later", delayMs: 3_600_000 }],
  ["E_INTERNAL_SERVER_ERROR", LATER],
  [undefined, LATER],
])("Cloudflare's %s", async (code, expected) => {
  const lines: Line[] = [];
  const email = bindingOf(() => Promise.reject(Object.assign(new Error("ada@acta.example was refused"), { code })));
  const mailer = cloudflareMailer({ email, from: FROM, log: (...line) => void lines.push(line) });
  expect(await mailer.send(mailOf())).toEqual(expected);
  expect(JSON.stringify(lines)).not.toContain("ada@");
});

test.each(["resend", "Cloudflare's binding"])("%s: a caller that gives up is answered with later", async (name) => {
  const stage = ENGINES[name]?.();
  expect(await stage?.mailer.send(mailOf(), AbortSignal.abort())).toEqual(LATER);
});

test("the local page shows mails newest first, their text, and their HTML without scripts", async () => {
  const { mailer } = composeServices(workerEnv, () => {});
  const mail = mailOf({ subject: "<script>alert(1)</script>", html: "<style>p{color:red}</style><p>Hi</p>" });
  const answer = await mailer?.send(mail);
  const id = answer?.kind === "accepted" ? answer.id : "";
  const list = await call("/_local/outbox");
  const page = await list.text();
  expect([list.status, list.headers.get("Content-Security-Policy")]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ]);
  expect(page).toContain(`href="/_local/outbox/${id}"`);
  expect(page).toContain("ada@acta.example");
  expect(page).not.toContain("<script>");
  const shown = await (await call(`/_local/outbox/${id}`)).text();
  expect(shown).toContain("Café &#38; más");
  expect(shown).toContain("List-Unsubscribe-Post");
  expect(await (await call(`/_local/outbox/${id}/html`)).text()).toBe(mail.html);
  for (const path of ["/_local/outbox/none", `/_local/outbox/${id}/other`, `/_local/outbox/${"0".repeat(32)}`]) {
    expect((await call(path)).status, path).toBe(404);
  }
  expect((await call("/_local/outbox", { method: "POST", headers: { Origin: "http://localhost:8787" } })).status).toBe(
    405,
  );
});

test("production has no outbox page", () => {
  const local = parseConfig({ ENVIRONMENT: "local" });
  const production = { ...local, app: { ...local.app, environment: "production" as const } };
  for (const path of ["/_local/outbox", "/_local/outbox/0123"]) {
    const request = new Request(`https://acta.example${path}`);
    expect(isLocalOutbox(request, local)).toBe(true);
    expect(isLocalOutbox(request, production)).toBe(false);
  }
});

test("the Worker's secret box opens again a secret that it sealed, for the same row only", async () => {
  const { secretBox } = composeServices(workerEnv, () => {});
  const sealed = await secretBox.seal("a token", "calendar_tokens/u-1");
  expect(sealed).toMatch(/^v1\.acta-local\./);
  expect(await secretBox.open(sealed, "calendar_tokens/u-1")).toBe("a token");
  expect(await secretBox.open(sealed, "calendar_tokens/u-2")).toBeNull();
});

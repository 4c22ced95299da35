import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { smtpMailer } from "#app/server/adapters/mail/smtp-mailer.ts";
import type { Mail } from "#app/server/ports/mailer.ts";
import { startMailServer } from "#tests/support/mail-server.ts";

const FROM = "Acta <acta@acta.example>";
const MAIL: Mail = {
  to: "ada@acta.example",
  replyTo: "nora@acta.example",
  subject: "Tus actas están listas: «Plan 2027» ☂",
  html: "<p>Café & más</p>",
  text: "Café & más\n.\nThe end",
  headers: { "List-Unsubscribe": "<https://acta.example/unsubscribe/0123>" },
  idempotencyKey: "minutes-ready/0123/1",
};
const LATER = { kind: "later", delayMs: 60_000 };

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

async function open(options: SMTPServerOptions = {}, address = (port: number) => `smtp://127.0.0.1:${port}?tls=no`) {
  const server = await startMailServer(options);
  endings.push(server.close);
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  return { server, lines, mailer: smtpMailer({ url: address(server.port), from: FROM, log }) };
}

/** A reply of the server that ends the step. */
function reply(responseCode: number): Error {
  return Object.assign(new Error("ada@acta.example: no"), { responseCode });
}

test("sends a mail with its sender, both bodies and its headers", async () => {
  const { server, mailer } = await open();
  const answer = await mailer.send(MAIL);
  expect(answer).toMatchObject({ kind: "accepted", id: expect.stringMatching(/^<[0-9a-f]{32}@acta\.example>$/) });
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: "acta@acta.example", to: ["ada@acta.example"] });
  expect(mail?.source).toContain("Reply-To: nora@acta.example");
  expect(mail?.source).toContain("List-Unsubscribe: <https://acta.example/unsubscribe/0123>");
  expect(mail?.source).toContain(`Message-ID: ${answer.kind === "accepted" ? answer.id : ""}`);
  expect(mail?.source).toContain("multipart/alternative");
  expect(mail?.source).toContain("Caf=C3=A9 & m=C3=A1s\r\n.\r\nThe end");
});

test("a repetition has the Message-ID of the first", async () => {
  const { mailer } = await open();
  expect(await mailer.send(MAIL)).toEqual(await mailer.send(MAIL));
});

test("signs in with the name and password of the address", async () => {
  const seen: unknown[] = [];
  const { mailer } = await open(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    },
    (port) => `smtp://acta%40acta.example:p%3Aw%2F@127.0.0.1:${port}?tls=no`,
  );
  expect(await mailer.send(MAIL)).toMatchObject({ kind: "accepted" });
  expect(seen).toEqual([["acta@acta.example", "p:w/"]]);
});

test.each<[string, SMTPServerOptions, unknown]>([
  ["no such address", { onRcptTo: (_a, _s, done) => done(reply(550)) }, { kind: "refused", reason: "address" }],
  ["a full mailbox", { onRcptTo: (_a, _s, done) => done(reply(452)) }, LATER],
  ["another sender", { onMailFrom: (_a, _s, done) => done(reply(553)) }, { kind: "refused", reason: "account" }],
  ["what it takes for spam", { onData: refuseData(554) }, { kind: "refused", reason: "message" }],
  ["a busy server", { onConnect: (_s, done) => done(reply(421)) }, LATER],
])("%s", async (_case, options, expected) => {
  const { mailer, lines, server } = await open(options);
  expect(await mailer.send(MAIL)).toEqual(expected);
  expect(server.received).toEqual([]);
  expect(JSON.stringify(lines)).not.toMatch(/ada@|Plan 2027/);
});

function refuseData(code: number): NonNullable<SMTPServerOptions["onData"]> {
  return (stream, _session, done) => {
    stream.resume();
    stream.on("end", () => done(reply(code)));
  };
}

test("a mail that was handed over whole is not sent again, though its answer did not come", async () => {
  const { mailer, server } = await open({ onData: (stream) => void stream.resume() });
  const answer = await mailer.send(MAIL, AbortSignal.timeout(1500));
  expect(answer).toMatchObject({ kind: "accepted", id: expect.stringMatching(/^<[0-9a-f]{32}@acta\.example>$/) });
  expect(server.received).toEqual([]);
});

test("a wrong password is the operator's matter", async () => {
  const { mailer } = await open(
    { authOptional: false, allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(reply(535)) },
    (port) => `smtp://acta:wrong@127.0.0.1:${port}?tls=no`,
  );
  expect(await mailer.send(MAIL)).toEqual({ kind: "refused", reason: "account" });
});

test("a server without STARTTLS gets nothing, no password either", async () => {
  const seen: unknown[] = [];
  const { mailer, server } = await open(
    {
      allowInsecureAuth: true,
      onAuth({ password }, _session, done) {
        seen.push(password);
        done(null, {});
      },
    },
    (port) => `smtp://acta:secret@127.0.0.1:${port}`,
  );
  expect((await mailer.send(MAIL)).kind).not.toBe("accepted");
  expect([seen, server.received]).toEqual([[], []]);
});

test.each(["refuses the connection", "says nothing to a caller that gives up"])(
  "a server that %s: later",
  async (how) => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as AddressInfo;
    if (how.startsWith("refuses")) await new Promise((resolve) => silent.close(resolve));
    else endings.push(() => silent.close());
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}?tls=no`, from: FROM, log: () => {} });
    expect(await mailer.send(MAIL, AbortSignal.timeout(300))).toEqual(LATER);
  },
);

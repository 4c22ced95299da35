import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { MAIL_RETRY_MS, MAIL_SMTP_MS_MAX } from "#app/domain/limits/mail.ts";
import { waitWithin } from "#app/server/ports/ask-upstream.ts";
import { type Mail, type MailAnswer, type Mailer, whyUnsendable } from "#app/server/ports/mailer.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { sha256Text } from "#app/domain/sha256-text.ts";

/** Ports by RFC 8314: TLS from the first byte, and submission with STARTTLS. */
const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;

/**
 * Any SMTP server (RFC 6409), spoken to by nodemailer. `url`: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS, which the server
 * must offer; `?tls=no` for a relay that nothing lies before. SMTP knows no keys, and a repetition would be another mail: one that was handed over whole
 * and was not answered counts as accepted. Logs name the server's codes, never its words, which repeat addresses.
 */
export function smtpMailer(input: { url: string; from: string; log: Log }): Mailer {
  const { url, from, log } = input;
  return {
    knowsKeys: false,
    async send(mail, signal) {
      const problem = whyUnsendable(mail);
      if (problem !== null) return { kind: "refused", reason: problem };
      const handed: Handed = { id: null };
      try {
        return { kind: "accepted", id: await submit({ url: new URL(url), from, mail, signal, handed }) };
      } catch (error) {
        const { code, command, status } = failureOf(error);
        const said = { engine: "smtp", status, error: code ?? faultOf(error), command };
        if (status === null) log("mail.failed", said);
        else log("mail.refused", said);
        if (status === null && handed.id !== null) return { kind: "accepted", id: handed.id };
        return answerOf(status, command, code);
      }
    },
  };
}

/** The Message-ID, once the whole mail was sent. */
type Handed = { id: string | null };
type Submission = { url: URL; from: string; mail: Mail; signal: AbortSignal | undefined; handed: Handed };

/** Answers with the Message-ID. */
async function submit({ url, from, mail, signal, handed }: Submission): Promise<string> {
  // Loaded with the first mail: the start of a Worker does not wait for it.
  const { createTransport } = await import("nodemailer");
  const secure = url.protocol === "smtps:";
  const plain = url.searchParams.get("tls") === "no";
  const domain = /@([^>@]+)>?$/.exec(from)?.[1] ?? "localhost";
  const sockets: Socket[] = [];
  const { to, replyTo, subject, html, text, headers, idempotencyKey } = mail;
  const messageId = `<${sha256Text(idempotencyKey).slice(0, 32)}@${domain}>`;
  const silent = () => {};
  // nodemailer tells of the end of a mail in its log only.
  const info = (entry: unknown) => {
    if ((Object(entry) as { tnx?: unknown }).tnx === "message") handed.id = messageId;
  };
  const transport = createTransport({
    logger: { level: silent, trace: silent, debug: silent, info, warn: silent, error: silent, fatal: silent },
    host: url.hostname,
    secure,
    name: domain,
    ...(plain ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    greetingTimeout: MAIL_SMTP_MS_MAX,
    socketTimeout: MAIL_SMTP_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
    // By itself nodemailer looks the name up with node:dns, which workerd asks of a server in the network; connecting looks it up here.
    getSocket: (_options, callback) => open(url, { secure, sockets }, callback),
  });
  const mailed = { from, to, ...(replyTo !== undefined && { replyTo }), subject, html, text, messageId };
  try {
    const sent = await waitWithin(MAIL_SMTP_MS_MAX, signal, () =>
      transport.sendMail({ ...mailed, headers: { ...headers } }),
    );
    return sent.messageId;
  } finally {
    transport.close();
    for (const socket of sockets) socket.destroy();
  }
}

function open(
  url: URL,
  { secure, sockets }: { secure: boolean; sockets: Socket[] },
  callback: (error: Error | null, opened?: { connection: Socket; secured: boolean }) => void,
): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (secure ? SUBMISSIONS_PORT : SUBMISSION_PORT);
  const socket = secure ? connectTls({ host, port, servername: host }) : connect({ host, port });
  sockets.push(socket);
  socket.once("error", callback);
  socket.once(secure ? "secureConnect" : "connect", () => {
    socket.off("error", callback);
    callback(null, { connection: socket, secured: secure });
  });
}

type Failure = { code: string | null; command: string | null; status: number | null };

/** The failure in the words of nodemailer: its code ("EAUTH"), the command, and the reply code of the server. */
function failureOf(error: unknown): Failure {
  const said: { code?: unknown; command?: unknown; responseCode?: unknown } = Object(error);
  const word = (value: unknown) => (typeof value === "string" && /^[A-Z][A-Z ]{1,30}$/.test(value) ? value : null);
  const status = typeof said.responseCode === "number" ? said.responseCode : null;
  return { code: word(said.code), command: word(said.command), status };
}

/** RFC 5321 §4.2.1: 4yz may pass by itself, 5yz does not. Before the recipient is named, a refusal is about our account. */
function answerOf(status: number | null, command: string | null, code: string | null): MailAnswer {
  if (status === null || status < 500) return { kind: "later", delayMs: MAIL_RETRY_MS };
  if (code === "EAUTH") return { kind: "refused", reason: "account" };
  if (command === "RCPT TO") return { kind: "refused", reason: "address" };
  return { kind: "refused", reason: command === "DATA" || code === "EMESSAGE" ? "message" : "account" };
}

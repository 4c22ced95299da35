import { escapeXml } from "#app/server/exports/escape-xml.ts";
import type { LocalOutbox, OutboxMail } from "#app/server/ports/mailer.ts";
import type { Config } from "#workers/config.ts";

const OUTBOX_PATH = "/_local/outbox";

/** Always false in production, where the path is a 404 like any other. */
export function isLocalOutbox(request: Request, config: Config): boolean {
  const { pathname } = new URL(request.url);
  return config.app.environment === "local" && (pathname === OUTBOX_PATH || pathname.startsWith(`${OUTBOX_PATH}/`));
}

/**
 * The mails that Acta would have sent: a list, each mail with its headers and its plain text (`/<id>`), and its HTML alone
 * (`/<id>/html`), as a mail program shows it without remote images. Anybody on this machine may read them, as anybody may sign in as anybody.
 */
export async function answerLocalOutbox(request: Request, outbox: LocalOutbox): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return page(405, "Method not allowed", "<p>Only GET and HEAD.</p>", { Allow: "GET, HEAD" });
  }
  const [id = "", part = null, ...more] = new URL(request.url).pathname.slice(OUTBOX_PATH.length + 1).split("/");
  if (id === "" && part === null) return page(200, "Outbox of this machine", listOf(await outbox.newest()));
  const mail = more.length === 0 && (part === null || part === "html") ? await outbox.find(id) : null;
  if (mail === null) return page(404, "No such mail", `<p><a href="${OUTBOX_PATH}">Outbox</a></p>`);
  return part === "html" ? htmlResponse(200, mail.html) : page(200, mail.subject, mailOf(mail));
}

function listOf(mails: readonly OutboxMail[]): string {
  if (mails.length === 0) return "<p>No mail yet. Acta sends nothing from this machine: mails appear here.</p>";
  const row = ({ id, to, subject, sentAt }: OutboxMail) =>
    `<tr><td>${timeOf(sentAt)}</td><td>${escapeXml(to)}</td><td><a href="${OUTBOX_PATH}/${id}">${escapeXml(subject)}</a></td></tr>`;
  return `<p>Acta sends nothing from this machine.</p>
<table><thead><tr><th scope="col">Time</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>
${mails.map(row).join("\n")}
</tbody></table>`;
}

function mailOf({ id, from, to, replyTo, sentAt, headers, text }: OutboxMail): string {
  const answers = replyTo === undefined ? {} : { "Reply-To": replyTo };
  const fields = Object.entries({ From: from, To: to, ...answers, Time: timeOf(sentAt), ...headers });
  const row = ([name, value]: [string, string]) =>
    `<tr><th scope="row">${escapeXml(name)}</th><td>${escapeXml(value)}</td></tr>`;
  return `<p><a href="${OUTBOX_PATH}">Outbox</a> · <a href="${OUTBOX_PATH}/${id}/html">HTML of this mail</a></p>
<table><tbody>${fields.map(row).join("\n")}</tbody></table>
<pre>${escapeXml(text)}</pre>`;
}

function timeOf(sentAt: number): string {
  return new Date(sentAt).toISOString().slice(0, 19).replace("T", " ") + " UTC";
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color-scheme:light dark}" +
  "table{border-collapse:collapse}th,td{text-align:start;padding:.25rem 1rem .25rem 0;vertical-align:top}pre{white-space:pre-wrap}";

function page(status: number, title: string, content: string, headers: Record<string, string> = {}): Response {
  const shown = escapeXml(title);
  return htmlResponse(
    status,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${shown}</title><style>${STYLE}</style></head><body><main><h1>${shown}</h1>${content}</main></body></html>`,
    headers,
  );
}

/** No script, no request to anywhere; styles of any kind, because mails use them. */
function htmlResponse(status: number, html: string, headers: Record<string, string> = {}): Response {
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-same-origin",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}

/**
 * A receiver of webhooks behind the local identity provider, to see messages on one machine: WEBHOOK_ORIGIN allows its origin.
 * `POST /webhooks/<name>` takes a message. `GET /webhooks/<name>` lists the last ones, newest first. `PUT /webhooks/<name>` with
 * `{ "status": 500 }` chooses the answers from then on. Kept in memory only.
 *
 * @typedef {import("node:http").IncomingMessage} IncomingMessage
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Answer
 * @typedef {{ headers: IncomingMessage["headers"], body: string }} Message
 */

const MESSAGES_MAX = 50;
const BODY_BYTES_MAX = 1024 * 1024;

export function createWebhookReceiver() {
  /** @type {Map<string, Message[]>} */
  const received = new Map();
  /** @type {Map<string, number>} */
  const statuses = new Map();

  return {
    /** Null for requests that are not for it. @param {URL} url @param {IncomingMessage} request @returns {Promise<Answer | null>} */
    async answer(url, request) {
      const [, name] = /^\/webhooks\/([\w-]{1,64})$/.exec(url.pathname) ?? [];
      if (name === undefined) return null;
      const messages = received.get(name) ?? [];
      switch (request.method) {
        case "GET":
          return { status: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify(messages) };
        case "POST": {
          const body = await readBody(request);
          if (body === null) return { status: 413 };
          received.set(name, [{ headers: request.headers, body }, ...messages].slice(0, MESSAGES_MAX));
          return { status: statuses.get(name) ?? 204 };
        }
        case "PUT": {
          const { status } = JSON.parse((await readBody(request)) ?? "{}");
          if (!Number.isInteger(status) || status < 200 || status > 599) return { status: 400 };
          statuses.set(name, status);
          return { status: 204 };
        }
        default:
          return { status: 405 };
      }
    },
  };
}

/** Null where it is longer than BODY_BYTES_MAX. @param {IncomingMessage} request @returns {Promise<string | null>} */
async function readBody(request) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > BODY_BYTES_MAX) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

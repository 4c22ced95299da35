import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import { type WebhookBody, webhookBody } from "#app/contracts/webhook-message.ts";

/** Programs that receive webhooks, inside a test: they replace the network for every host below hooks.example.com. */
const HOST = /^(?:[a-z]+\.)?hooks\.example\.com$/;

type Received = { host: string; id: string; text: string; headers: Record<string, string>; body: WebhookBody };

type Receivers = {
  /** The requests of all hosts, in order. */
  received: Received[];
  /** Answers of the next requests to a host, in place of 200. */
  answers: Map<string, (() => Response | Promise<Response>)[]>;
};

export function standInForReceivers(): Receivers {
  const receivers: Receivers = { received: [], answers: new Map() };
  const network = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { hostname } = new URL(request.url);
    if (!HOST.test(hostname)) return network(input, init);
    request.signal.throwIfAborted();
    // A followed redirect would be a request that this stand-in does not see.
    if (init?.redirect !== "manual") throw new TypeError("redirects must not be followed");
    const text = await request.text();
    const headers = Object.fromEntries(request.headers);
    const body = webhookBody.parse(JSON.parse(text));
    receivers.received.push({ host: hostname, id: headers["webhook-id"] ?? "", text, headers, body });
    const answer = receivers.answers.get(hostname)?.shift();
    return answer ? answer() : new Response("words of the receiver");
  });
  return receivers;
}

/** Whether the receiver's own library accepts the message under a secret. */
export function isSignedWith({ text, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

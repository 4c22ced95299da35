import { vi } from "vitest";
import {
  NOTION_CLIENT,
  SLACK_CLIENT,
  SLACK_SIGNING_SECRET,
} from "#workers/stand-ins/collaboration/collaboration-routes.mjs";
import { createNotionStandIn } from "#workers/stand-ins/collaboration/notion-stand-in.mjs";
import { createSlackStandIn } from "#workers/stand-ins/collaboration/slack-stand-in.mjs";

/** Slack and Notion on the network, for tests of one process: the stand-ins of `npm start` behind `fetch`. */

const COLLABORATION_ORIGIN = "http://127.0.0.1:8788";
const APP_ORIGIN = "http://localhost:8787";

export type PlayedCollaboration = ReturnType<typeof playCollaboration>;

/** Call `vi.restoreAllMocks()` after the test. */
export function playCollaboration() {
  const isRedirectAllowed = (uri: string) => uri.startsWith(`${APP_ORIGIN}/`);
  const slack = createSlackStandIn({
    client: SLACK_CLIENT,
    signingSecret: SLACK_SIGNING_SECRET,
    eventsUrl: `${APP_ORIGIN}/api/webhooks/slack`,
    now: Date.now,
    isRedirectAllowed,
    send: () => Promise.reject(new Error("tests deliver events themselves")),
  });
  const notion = createNotionStandIn({ client: NOTION_CLIENT, now: Date.now, isRedirectAllowed });
  const html = (render: (nonce: string) => string, status = 200) => new Response(render("nonce"), { status });
  /** Method and path of each request, in order. */
  const requests: string[] = [];
  const answer = async (request: Request) =>
    (await slack.answer(request, html)) ?? (await notion.answer(request, html));
  const network = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${COLLABORATION_ORIGIN}/`)) return network(input, init);
    request.signal.throwIfAborted();
    // A followed redirect would be a request that this stand-in does not see.
    if (init?.redirect !== "manual") throw new TypeError("redirects must not be followed");
    const found = await answer(new Request(input, init));
    if (found === null) return network(input, init);
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return found;
  });

  return {
    slack,
    notion,
    requests,
    /** The person allows Acta on the page of a consent, or presses Cancel. Returns the query with which they come back. */
    async decide(url: string, choice: "allow" | "cancel"): Promise<URLSearchParams> {
      const page = await answer(new Request(url));
      if (page?.status !== 200) throw new Error(`the page of the consent answered ${page?.status}`);
      const body = new URLSearchParams({ [choice]: "yes" });
      const back = await answer(new Request(url, { method: "POST", body }));
      return new URL(back?.headers.get("Location") ?? "").searchParams;
    },
  };
}

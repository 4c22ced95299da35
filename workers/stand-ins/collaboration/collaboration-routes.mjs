import { requestOf } from "../calendar/calendar-routes.mjs";
import { createNotionStandIn } from "./notion-stand-in.mjs";
import { createSlackStandIn } from "./slack-stand-in.mjs";

/**
 * The stand-ins for Slack and Notion behind the local identity provider: `/slack/…` and `/notion/…`.
 *
 * @typedef {import("node:http").IncomingMessage} IncomingMessage
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Answer
 */

/** @param {{ redirectOrigins: readonly string[] }} settings */
export function createCollaborationRoutes({ redirectOrigins }) {
  /** @param {string} uri */
  const isRedirectAllowed = (uri) => URL.canParse(uri) && redirectOrigins.includes(new URL(uri).origin);
  const slack = createSlackStandIn({
    client: SLACK_CLIENT,
    signingSecret: SLACK_SIGNING_SECRET,
    eventsUrl: `${redirectOrigins[0]}/api/webhooks/slack`,
    now: Date.now,
    isRedirectAllowed,
    send: (request) => fetch(request),
  });
  const notion = createNotionStandIn({ client: NOTION_CLIENT, now: Date.now, isRedirectAllowed });

  return {
    /** Null for requests that are not for them. @param {URL} url @param {IncomingMessage} request @param {{ html: (status: number, render: (nonce: string) => string) => Answer }} tools @returns {Promise<Answer | null>} */
    async answer(url, request, { html }) {
      if (!/^\/(?:slack|notion)\//.test(url.pathname)) return null;
      const asked = await requestOf(url, request);
      /** @type {import("./consent.mjs").Html} */
      const page = (render, status = 200) => {
        const { headers, body } = html(status, render);
        return new Response(body ?? "", { status, headers: headers ?? {} });
      };
      const response = (await slack.answer(asked, page)) ?? (await notion.answer(asked, page));
      if (response === null) return null;
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: await response.text() };
    },
  };
}

/** The clients of the stand-ins. The Worker of one machine knows them too (workers/collaboration-config.ts). */
export const SLACK_CLIENT = { id: "acta-local-slack", secret: "acta-local-slack-secret" };
export const NOTION_CLIENT = { id: "acta-local-notion", secret: "acta-local-notion-secret" };
export const SLACK_SIGNING_SECRET = "acta-local-slack-signing-secret";

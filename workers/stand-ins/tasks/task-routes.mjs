import { requestOf } from "../calendar/calendar-routes.mjs";
import { createAsanaStandIn } from "./asana-stand-in.mjs";
import { createJiraStandIn } from "./jira-stand-in.mjs";
import { createLinearStandIn } from "./linear-stand-in.mjs";
import { createMicrosoftTodoStandIn } from "./microsoft-todo-stand-in.mjs";
import { createTodoistStandIn } from "./todoist-stand-in.mjs";

/**
 * The stand-ins for services of tasks behind the local identity provider, each below its name: `/linear/…`, `/todoist/…`.
 *
 * @typedef {{ status: number, headers?: Record<string, string>, body?: string }} Answer
 */

/**
 * The stand-ins by kind, with the clients that the Worker of one machine knows (workers/tasks-config.ts).
 *
 * @param {{ redirectOrigins: readonly string[], now: () => number, send: (request: Request) => Promise<Response> }} settings
 */
export function createTaskStandIns({ redirectOrigins, now, send }) {
  /** @param {string} kind */
  const settingsOf = (kind) => ({
    client: { id: `acta-local-${kind}`, secret: `acta-local-${kind}-secret` },
    webhookSecret: `acta-local-${kind}-webhook-secret`,
    eventsUrl: `${redirectOrigins[0]}/api/webhooks/${kind}`,
    now,
    isRedirectAllowed: (/** @type {string} */ uri) =>
      URL.canParse(uri) && redirectOrigins.includes(new URL(uri).origin),
    send,
  });
  return {
    linear: createLinearStandIn(settingsOf("linear")),
    jira: createJiraStandIn(settingsOf("jira")),
    asana: createAsanaStandIn(settingsOf("asana")),
    todoist: createTodoistStandIn(settingsOf("todoist")),
    microsoft_todo: createMicrosoftTodoStandIn(settingsOf("microsoft_todo")),
  };
}

/** @param {{ redirectOrigins: readonly string[] }} settings */
export function createTaskRoutes({ redirectOrigins }) {
  const standIns = createTaskStandIns({ redirectOrigins, now: Date.now, send: (request) => fetch(request) });
  const prefix = new RegExp(`^/(?:${Object.keys(standIns).join("|")})/`, "u");

  return {
    /** Null for requests that are not for them. @param {URL} url @param {import("node:http").IncomingMessage} request @param {{ html: (status: number, render: (nonce: string) => string) => Answer }} tools @returns {Promise<Answer | null>} */
    async answer(url, request, { html }) {
      if (!prefix.test(url.pathname)) return null;
      const asked = await requestOf(url, request);
      /** @type {import("../collaboration/consent.mjs").Html} */
      const page = (render, status = 200) => {
        const { headers, body } = html(status, render);
        return new Response(body ?? "", { status, headers: headers ?? {} });
      };
      for (const standIn of Object.values(standIns)) {
        const response = await standIn.answer(asked, page);
        if (response === null) continue;
        return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
      }
      return null;
    },
  };
}

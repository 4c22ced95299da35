import { escape, page, refusalPage } from "../identity/pages.mjs";
import { requestProblem, wayBack } from "../oauth.mjs";

/** Parts of the stand-ins for Slack and Notion: the page of a consent, and bodies of requests. */

/** @typedef {(render: (nonce: string) => string, status?: number) => Response} Html */

/**
 * The answer to a request for consent: the page, or the way back with a code.
 *
 * @param {Request} request
 * @param {{
 *   label: string, asks: string, note: string, html: Html, codes: { give: (query: URLSearchParams, granted: true) => string },
 *   client: { id: string }, isRedirectAllowed: (uri: string) => boolean,
 * }} settings
 */
export async function answerConsent(request, { label, asks, note, html, codes, client, isRedirectAllowed }) {
  const url = new URL(request.url);
  const problem = requestProblem(url.searchParams, { clientId: client.id, isRedirectAllowed });
  if (problem !== null) return html((nonce) => refusalPage({ label, problem, nonce }), 400);
  if (request.method !== "POST") return html((nonce) => consentPage({ label, asks, note, url, nonce }));
  const isCancelled = "cancel" in (await bodyOf(request));
  const location = isCancelled
    ? wayBack(url.searchParams, { error: "access_denied" })
    : codes.give(url.searchParams, true);
  return new Response(null, { status: 303, headers: { Location: location } });
}

/** A body of JSON or of a form. @param {Request} request @returns {Promise<Record<string, unknown>>} */
export async function bodyOf(request) {
  const text = new TextDecoder().decode(await request.arrayBuffer());
  if (request.headers.get("Content-Type")?.startsWith("application/json")) return JSON.parse(text);
  return Object.fromEntries(new URLSearchParams(text));
}

/** A value of a body where it is text. @param {unknown} value */
export function textOf(value) {
  return typeof value === "string" ? value : "";
}

/** @param {{ label: string, asks: string, note: string, url: URL, nonce: string }} input */
function consentPage({ label, asks, note, url, nonce }) {
  return page({
    title: `${label}, local stand-in`,
    nonce,
    body: `<p class="stand-in">This is a local stand-in for ${escape(label)} on this machine. Nothing leaves it. <small>${escape(note)}</small></p>
<h1>${escape(asks)}</h1>
<form method="post" action="${escape(`${url.pathname}${url.search}`)}">
<button name="allow" value="yes"><strong>Allow</strong></button>
<button class="cancel" name="cancel" value="yes">Cancel</button>
</form>`,
  });
}

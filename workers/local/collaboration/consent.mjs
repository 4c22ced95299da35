import { escape, page } from "../identity-provider-pages.mjs";

/** Parts of the stand-ins for Slack and Notion: the page of a consent, and bodies of requests. */

/** @typedef {(render: (nonce: string) => string, status?: number) => Response} Html */

/**
 * The answer to a request for consent: the page, or the way back. `isGood`: the client and the address to go back to are the app's.
 *
 * @param {Request} request
 * @param {{ label: string, asks: string, note: string, isGood: boolean, html: Html, newCode: (redirectUri: string) => string }} settings
 */
export async function answerConsent(request, { label, asks, note, isGood, html, newCode }) {
  const url = new URL(request.url);
  const redirectUri = url.searchParams.get("redirect_uri") ?? "";
  const state = url.searchParams.get("state");
  if (!isGood || !state) return html((nonce) => refusalPage(label, nonce), 400);
  if (request.method !== "POST") return html((nonce) => consentPage({ label, asks, note, url, nonce }));
  const back = new URL(redirectUri);
  back.searchParams.set("state", state);
  if ("cancel" in (await bodyOf(request))) back.searchParams.set("error", "access_denied");
  else back.searchParams.set("code", newCode(redirectUri));
  return new Response(null, { status: 303, headers: { Location: back.href } });
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

/** @param {string} label @param {string} nonce */
function refusalPage(label, nonce) {
  return page({
    title: `${label}, local stand-in`,
    nonce,
    body: `<p class="stand-in">This is a local stand-in for ${escape(label)} on this machine.</p>
<p>The client, the address to go back to or the state is not the app's.</p>`,
  });
}

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fail } from "./preflight.mjs";

/**
 * Calls of the operator, here or in production: `npm run rebuild`, `npm run reseal` and `npm run dead-letters`, which are answered page by
 * page, and `npm run plans`.
 */

const ATTEMPTS_MAX = 5;

/**
 * Asks for all pages of a path; `onPage` gets each. The origin is the first argument of the command that is no option, the token the
 * variable ADMIN_TOKEN.
 * @param {string} target @param {(page: any) => void} onPage @param {object} [body] sent beside the cursor
 */
export async function askForPages(target, onPage, body = {}) {
  const origin = originOf(process.argv.slice(2).find((word) => !word.startsWith("--")));
  const token = process.env.ADMIN_TOKEN || localToken();
  /** @type {string | null} */
  let cursor = null;
  do {
    const page = await askForPage(`${origin}${target}`, { origin, token, cursor, body });
    cursor = page.cursor;
    onPage(page);
  } while (cursor !== null);
}

/** One call. A refusal is answered with its code. @param {string} target @param {object} body @param {string | undefined} on */
export async function askOperator(target, body, on) {
  const origin = originOf(on);
  const token = process.env.ADMIN_TOKEN || localToken();
  const answer = await fetch(`${origin}${target}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (answer === null) return fail(`${origin} does not answer.`);
  if (answer.status === 401) return fail(`${origin} does not know this ADMIN_TOKEN.`);
  if (answer.status === 404)
    return fail(`${origin} has no ADMIN_TOKEN, so nobody may do this. Set one and start it again.`);
  const said = await answer.json();
  return answer.ok ? { ok: true, value: said } : { ok: false, code: said?.error?.code };
}

/** @param {string | undefined} given */
function originOf(given) {
  return (given ?? `http://localhost:${process.env.ACTA_PORT || 8787}`).replace(/\/+$/, "");
}

/** A page that fails is asked for again: doing one twice changes nothing. @param {string} url @param {{ origin: string, token: string, cursor: string | null, body: object }} asked */
async function askForPage(url, { origin, token, cursor, body }) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ ...body, cursor }),
    }).catch(() => null);
    if (answer?.ok) return answer.json();
    if (answer?.status === 401) fail(`${origin} does not know this ADMIN_TOKEN.`);
    if (answer?.status === 404)
      fail(`${origin} has no ADMIN_TOKEN, so nobody may do this. Set one and start it again.`);
    if (attempt === ATTEMPTS_MAX) fail(`${origin} ${answer ? `answered ${answer.status}` : "does not answer"}.`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * attempt));
  }
}

/** `npm start` makes one for its data folder. */
function localToken() {
  const file = path.resolve(process.env.ACTA_DATA_DIR ?? ".acta", "admin-token");
  if (!existsSync(file)) fail(`There is no ADMIN_TOKEN and no ${file}. Start Acta first, or set the variable.`);
  return readFileSync(file, "utf8").trim();
}

// `npm run rebuild`: makes the lists in D1 again from the meeting objects, page by page, here or in production.
//   npm run rebuild                                     the Acta that `npm start` runs on this machine
//   ADMIN_TOKEN=… npm run rebuild -- https://acta.example    a deployed one; the token is the Worker's secret ADMIN_TOKEN
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { assertNodeVersion, fail } from "./preflight.mjs";

assertNodeVersion();
const ATTEMPTS_MAX = 5;
const local = `http://localhost:${process.env.ACTA_PORT || 8787}`;
const origin = (process.argv[2] ?? local).replace(/\/+$/, "");
const token = process.env.ADMIN_TOKEN || localToken();

const totals = { rebuilt: 0, gone: 0, neverBegan: 0, failed: 0 };
/** @type {string | null} */
let cursor = null;
do {
  const page = await askForPage(cursor);
  for (const name of /** @type {(keyof typeof totals)[]} */ (Object.keys(totals))) totals[name] += page[name];
  cursor = page.cursor;
  process.stdout.write(`Meetings in the lists: ${totals.rebuilt}${cursor === null ? "." : " so far …"}\n`);
} while (cursor !== null);

if (totals.gone > 0) process.stdout.write(`${totals.gone} had been deleted and stay so.\n`);
if (totals.neverBegan > 0)
  process.stdout.write(`${totals.neverBegan} submits had broken off before there was a meeting.\n`);
if (totals.failed > 0) fail(`${totals.failed} meetings could not be asked. Run it again; the Worker's log names them.`);

/** A page that fails is asked for again: doing one twice changes nothing. @param {string | null} from */
async function askForPage(from) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${origin}/api/admin/rebuild`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ cursor: from }),
    }).catch(() => null);
    if (answer?.ok) return answer.json();
    if (answer?.status === 401) fail(`${origin} does not know this ADMIN_TOKEN.`);
    if (answer?.status === 404)
      fail(`${origin} has no ADMIN_TOKEN, so nobody may rebuild it. Set one and start it again.`);
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

// `npm run plans`: grants a plan or makes an insider code, on this machine or (--on) in a deployed Acta with ADMIN_TOKEN.
//   npm run plans -- grant laia@example.com business --until 2027-06-30
//   npm run plans -- grant laia@example.com team --seats 5
//   npm run plans -- grant laia@example.com free                       takes the grant back
//   npm run plans -- code insider --uses 10 --until 2027-06-30 [--on https://acta.example]
import process from "node:process";
import { parseArgs } from "node:util";
import { askOperator } from "./operator-pages.mjs";
import { assertNodeVersion, fail } from "./preflight.mjs";

assertNodeVersion();

const USAGE = `Usage:
  npm run plans -- grant <address> <plan> [--seats <number>] [--until <yyyy-mm-dd>] [--on <origin>]
  npm run plans -- code <insider or insider-pro> --until <yyyy-mm-dd> [--uses <number>] [--on <origin>]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seats: { type: "string" }, until: { type: "string" }, uses: { type: "string" }, on: { type: "string" } },
});
const [order, ...words] = positionals;

/** The end of the day, UTC. @param {string | undefined} day */
function endOf(day) {
  if (day === undefined) return null;
  const at = Date.parse(`${day}T23:59:59.999Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at)) fail(`"${day}" is no day. ${USAGE}`);
  return at;
}

/** @param {string | undefined} text */
function countOf(text) {
  if (text === undefined) return null;
  if (!/^[1-9]\d*$/.test(text)) fail(`"${text}" is no number. ${USAGE}`);
  return Number(text);
}

const endsAt = endOf(values.until);
if (order === "grant" && words.length === 2) {
  const [email, plan] = words;
  await ask({ order, email, plan, seats: countOf(values.seats), endsAt });
  process.stdout.write(plan === "free" ? "The grant was taken back.\n" : `Granted ${plan} to ${email}.\n`);
} else if (order === "code" && words.length === 1 && endsAt !== null) {
  const { code } = await ask({ order, plan: words[0], uses: countOf(values.uses) ?? 1, endsAt });
  process.stdout.write(`${code}\nIt is shown once: Acta keeps only its hash.\n`);
} else {
  fail(USAGE);
}

/** @param {object} body */
async function ask(body) {
  const answer = await askOperator("/api/admin/plans", body, values.on);
  if (answer.ok) return answer.value;
  const said = {
    "not-found": "Nobody has this address, or they are in somebody else's team.",
    ambiguous: "Two people have this address, or the person manages two teams.",
    seats: "A team needs --seats; other plans have none.",
  };
  return fail(said[/** @type {keyof typeof said} */ (answer.code)] ?? USAGE);
}

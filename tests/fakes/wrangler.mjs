// Stands in for the program wrangler: answers the commands of workers/local/deploy-preflight.mjs from an account that
// ACTA_FAKE_ACCOUNT (JSON) describes, with the output and the exit codes of wrangler 4.86.
import process from "node:process";
import { pathToFileURL } from "node:url";

/** @typedef {{ signedIn: boolean, databases: string[], buckets: string[], cors: Record<string, string>[], expires: boolean, secrets: string[] | null }} Account */

const said = (/** @type {string} */ text) => ({ ok: true, text: `${text}\n` });
const refused = (/** @type {string} */ text) => ({ ok: false, text: `✘ [ERROR] ${text}\n` });

/** Output of wrangler for these arguments, and whether it succeeds. @param {Account} account @param {string[]} args */
export function answerAsWrangler(account, args) {
  const [area = "", ...rest] = args.filter((arg) => !arg.startsWith("--"));
  const question = [area, ...rest].join(" ");
  if (question === "whoami") return account.signedIn ? said('{"loggedIn":true}') : refused("Not logged in.");
  if (question === "d1 list") return said(JSON.stringify(account.databases.map((uuid) => ({ uuid, name: "acta" }))));
  if (question.startsWith("r2 bucket info ")) {
    const name = rest.at(-1) ?? "";
    return account.buckets.includes(name)
      ? said(JSON.stringify({ name }))
      : refused("The specified bucket does not exist.");
  }
  if (question.startsWith("r2 bucket cors list ")) {
    const rules = account.cors.map((rule) =>
      Object.entries(rule)
        .map(([label, values]) => `${`${label}:`.padEnd(18)}${values}`)
        .join("\n"),
    );
    return said(`Listing CORS rules for bucket...\n${rules.join("\n\n")}`);
  }
  if (question.startsWith("r2 bucket lifecycle list ")) {
    const action = account.expires ? "Expire objects after 30 days" : "Abort incomplete multipart uploads after 7 days";
    return said(`name:    one\nenabled: Yes\nprefix:  (all prefixes)\naction:  ${action}`);
  }
  if (question === "secret list production") {
    if (account.secrets === null) return refused('Worker "acta" (env: production) not found.');
    return said(
      JSON.stringify(
        account.secrets.map((name) => ({ name, type: "secret_text" })),
        null,
        2,
      ),
    );
  }
  return refused(`Unknown arguments: ${question}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { ok, text } = answerAsWrangler(JSON.parse(process.env.ACTA_FAKE_ACCOUNT ?? "{}"), process.argv.slice(2));
  (ok ? process.stdout : process.stderr).write(text);
  process.exitCode = ok ? 0 : 1;
}

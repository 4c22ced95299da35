// `npm run deploy` runs this first. It lists what is missing in the Cloudflare account, each with the step that adds it.
// It changes nothing. docs/deploy.md has the same steps in order.
import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "../..");
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";
const SECRETS = [
  "GOOGLE_CLIENT_SECRET",
  "MICROSOFT_CLIENT_SECRET",
  "R2_SECRET_ACCESS_KEY",
  "SHARE_SECRET",
  "CALL_SECRET",
  "SECRET_BOX_KEYS",
];
/** Description of each variable, for the person who reads that it is missing. @type {Record<string, string>} */
const VARIABLES = {
  APP_ORIGIN: "the https address that people open, as https://acta.example",
  CONTACT_EMAIL: "the address that error and legal pages name",
  GOOGLE_CLIENT_ID: "of the OAuth client at Google",
  MICROSOFT_CLIENT_ID: "of the app registration at Microsoft",
  R2_S3_ENDPOINT: "https://<account id>.r2.cloudflarestorage.com",
  R2_BUCKET: "the bucket's name",
  R2_ACCESS_KEY_ID: "of an R2 API token that may write to the bucket",
};

/** @typedef {{ ok: boolean, text: string }} Answer the output of a wrangler command, and whether it succeeded */
/** @typedef {(...args: string[]) => Answer} Wrangler */
/**
 * @typedef {{ vars: Record<string, unknown>, observability?: { logs?: { invocation_logs?: boolean } }, d1_databases: { database_name?: string, database_id?: string }[],
 *   r2_buckets: { bucket_name?: unknown }[] }} Config the parts of wrangler.toml that are checked
 */

/** Sentences, one for each thing that is missing; empty when nothing is missing. @param {Config} config @param {Wrangler} wrangler */
export function missingFrom(config, wrangler) {
  const written = [...missingVariables(config), ...urlsInLogs(config)];
  if (!wrangler("whoami", "--json").ok) {
    return [...written, "wrangler is not signed in to a Cloudflare account: run `npx wrangler login`."];
  }
  return [
    ...written,
    ...missingDatabase(config, wrangler),
    ...missingBucket(config, wrangler),
    ...missingSecrets(config, wrangler),
  ];
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === "string" ? value : "";
}

/** @param {Config} config */
function missingVariables({ vars }) {
  const value = (/** @type {string} */ name) => textOf(vars[name]);
  const missing = Object.entries(VARIABLES)
    .filter(([name]) => value(name) === "")
    .map(([name, what]) => `${name} is empty: write ${what} to [env.production.vars] in wrangler.toml.`);
  if (value("ENVIRONMENT") !== "production") {
    missing.push(
      'ENVIRONMENT is not production: write ENVIRONMENT = "production" to [env.production.vars] in wrangler.toml.',
    );
  }
  for (const name of ["APP_ORIGIN", "R2_S3_ENDPOINT"]) {
    if (value(name) !== "" && !value(name).startsWith("https://")) missing.push(`${name} has to begin with https://.`);
  }
  const recorder = value("RECORDER_ENGINE");
  if (recorder !== "" && recorder !== "none" && !value("RECORDER_URL").startsWith("https://")) {
    missing.push(
      "RECORDER_URL has to begin with https://: write where the recorder stands to [env.production.vars] in wrangler.toml.",
    );
  }
  const needs = [
    ["SPEECH_ENGINE", ["SPEECH_BASE_URL"]],
    ["LANGUAGE_ENGINE", ["LANGUAGE_BASE_URL", "LANGUAGE_MODEL"]],
  ];
  for (const [engine, names] of /** @type {[string, string[]][]} */ (needs)) {
    if (value(engine) !== "openai") continue;
    for (const name of names.filter((name) => value(name) === "")) {
      missing.push(
        `${name} is empty, and ${engine} = "openai" needs it: write it to [env.production.vars] in wrangler.toml.`,
      );
    }
  }
  return missing;
}

/** Invocation logs are on unless they are turned off, and hold the URL of each request. @param {Config} config */
function urlsInLogs({ observability }) {
  return observability?.logs?.invocation_logs === false
    ? []
    : [
        "Invocation logs are on, and with them share tokens and sign-in codes are logged: write invocation_logs = false to [env.production.observability.logs] in wrangler.toml.",
      ];
}

/** @param {Config} config @param {Wrangler} wrangler */
function missingDatabase(config, wrangler) {
  const [bound] = config.d1_databases;
  const name = bound?.database_name ?? "acta";
  const create = `run \`npx wrangler d1 create ${name}\` and write the id it prints as database_id to wrangler.toml, under [[env.production.d1_databases]].`;
  if (!bound?.database_id || bound.database_id === NO_DATABASE) return [`The D1 database has no id yet: ${create}`];
  const listed = wrangler("d1", "list", "--json");
  if (!listed.ok) return ["The D1 databases of the account cannot be listed: `npx wrangler d1 list` says why."];
  return listed.text.includes(bound.database_id)
    ? []
    : [`The account has no D1 database ${bound.database_id}: ${create}`];
}

/** @param {Config} config @param {Wrangler} wrangler */
function missingBucket(config, wrangler) {
  const bucket = textOf(config.r2_buckets[0]?.bucket_name) || "acta-recordings";
  const signed = textOf(config.vars.R2_BUCKET);
  const missing = [];
  if (signed !== "" && signed !== bucket) {
    missing.push(
      `R2_BUCKET is "${signed}" and the binding's bucket is "${bucket}": write the same name to both in wrangler.toml.`,
    );
  }
  if (!wrangler("r2", "bucket", "info", bucket, "--json").ok) {
    return [...missing, `The R2 bucket ${bucket} does not exist: run \`npx wrangler r2 bucket create ${bucket}\`.`];
  }
  const cors = wrangler("r2", "bucket", "cors", "list", bucket);
  const origin = textOf(config.vars.APP_ORIGIN).replace(/\/+$/, "");
  if (!cors.ok || !corsLets(cors.text, origin)) {
    missing.push(
      `The bucket does not let browsers of ${origin === "" ? "APP_ORIGIN" : origin} PUT recordings: write the rule of docs/deploy.md to cors.json and run \`npx wrangler r2 bucket cors set ${bucket} --file cors.json\`.`,
    );
  }
  const lifecycle = wrangler("r2", "bucket", "lifecycle", "list", bucket);
  if (/Expire objects/i.test(lifecycle.text)) {
    missing.push(
      `A lifecycle rule deletes objects of ${bucket}, and with them recordings that people keep: find it with \`npx wrangler r2 bucket lifecycle list ${bucket}\` and run \`npx wrangler r2 bucket lifecycle remove ${bucket} --name <rule>\`.`,
    );
  }
  return missing;
}

/** Headers that a page adds to the browser's own: `if-none-match` writes a whole file once, a part carries its digest. */
const SENT_HEADERS = ["content-type", "if-none-match", "x-amz-checksum-sha256"];

/** Whether one rule of `wrangler r2 bucket cors list` lets our page PUT with the headers it sends, and read the name of what landed. @param {string} listed @param {string} origin */
function corsLets(listed, origin) {
  return listed.split(/\n\s*\n/).some((rule) => {
    const said = (/** @type {string} */ label) => {
      const values = new RegExp(`^${label}:\\s*(.*)$`, "m").exec(rule)?.[1] ?? "";
      return values.split(",").map((value) => value.trim().toLowerCase());
    };
    const [origins, methods, headers] = [said("allowed_origins"), said("allowed_methods"), said("allowed_headers")];
    const headersPass = headers.includes("*") || SENT_HEADERS.every((name) => headers.includes(name));
    const nameIsRead = said("exposed_headers").includes("etag");
    return origins.includes(origin.toLowerCase()) && methods.includes("put") && headersPass && nameIsRead;
  });
}

/** @param {Config} config @param {Wrangler} wrangler */
function missingSecrets({ vars }, wrangler) {
  const recorder = textOf(vars.RECORDER_ENGINE);
  const ofRecorder = recorder === "" || recorder === "none" ? [] : ["RECORDER_TOKEN"];
  const ofHosted = ["attendee", "recall"].includes(recorder) ? ["RECORDER_WEBHOOK_SECRET"] : [];
  const mail = textOf(vars.MAIL_ENGINE);
  const ofMail = mail === "resend" ? ["MAIL_API_KEY"] : mail === "smtp" ? ["MAIL_SMTP_URL"] : [];
  // For a Worker that was never deployed wrangler reports an error: setting the first secret creates the Worker.
  const { text } = wrangler("secret", "list", "--env", "production");
  return [...SECRETS, ...ofRecorder, ...ofHosted, ...ofMail]
    .filter((name) => !text.includes(`"${name}"`))
    .map((name) => `The secret ${name} is not set: run \`npx wrangler secret put ${name} --env production\`.`);
}

async function main() {
  // Imported here: it is all of wrangler and takes seconds to load.
  const { unstable_readConfig } = await import("wrangler");
  const option = (/** @type {string} */ name, /** @type {string} */ fallback) => {
    const at = process.argv.indexOf(name);
    return at === -1 ? fallback : (process.argv[at + 1] ?? fallback);
  };
  const program = option("--wrangler", path.join(root, "node_modules/wrangler/bin/wrangler.js"));
  const config = unstable_readConfig({
    config: option("--config", path.join(root, "wrangler.toml")),
    env: "production",
  });
  const env = { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };
  const missing = missingFrom(config, (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    return { ok: status === 0, text: `${stdout ?? ""}${status === 0 ? "" : (stderr ?? "")}` };
  });
  if (missing.length === 0) return void process.stdout.write("Everything that Acta needs is there.\n");
  process.stderr.write(`Not deployed. ${missing.length} missing:\n${missing.map((each) => `- ${each}\n`).join("")}`);
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { RATE_LIMITS, RATE_PERIOD_S } from "#app/domain/limits/requests.ts";
import { answerAsWrangler } from "#tests/fakes/wrangler.mjs";
import { missingFrom } from "../../workers/local/deploy-preflight.mjs";

const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const WRITTEN = readFileSync(file("wrangler.toml"), "utf8");
const DATABASE = "5d1c0f3e-7a52-4b7e-9c7f-1f6e2b8a9d10";
const CORS = {
  allowed_origins: "https://acta.example",
  allowed_methods: "PUT",
  allowed_headers: "content-type, if-none-match, x-amz-checksum-sha256",
  exposed_headers: "ETag",
};
const ACCOUNT = {
  signedIn: true,
  databases: [DATABASE],
  buckets: ["acta-recordings"],
  cors: [CORS],
  expires: false,
  secrets: [
    "GOOGLE_CLIENT_SECRET",
    "MICROSOFT_CLIENT_SECRET",
    "R2_SECRET_ACCESS_KEY",
    "SHARE_SECRET",
    "CALL_SECRET",
    "SECRET_BOX_KEYS",
  ],
};
const FILLED: Record<string, string> = {
  APP_ORIGIN: "https://acta.example",
  CONTACT_EMAIL: "help@acta.example",
  GOOGLE_CLIENT_ID: "google-client",
  MICROSOFT_CLIENT_ID: "microsoft-client",
  R2_S3_ENDPOINT: "https://0123456789abcdef.r2.cloudflarestorage.com",
  R2_ACCESS_KEY_ID: "key",
};

type Account = Parameters<typeof answerAsWrangler>[0];
const BINDINGS = {
  observability: { logs: { invocation_logs: false } },
  d1_databases: [{ binding: "DB", database_name: "acta", database_id: DATABASE }],
  r2_buckets: [{ binding: "RECORDINGS", bucket_name: "acta-recordings" }],
};

/** Returns what is missing when wrangler.toml has these values and the account has these resources. */
function ask(values: Record<string, string>, account: Partial<Account> = {}): string[] {
  const config = {
    ...BINDINGS,
    vars: { ENVIRONMENT: "production", R2_BUCKET: "acta-recordings", ...FILLED, ...values },
  };
  return missingFrom(config, (...args) => answerAsWrangler({ ...ACCOUNT, ...account }, args));
}

test("an account that has everything passes", () => {
  expect(ask({})).toEqual([]);
});

test("a fresh clone and a fresh account: every missing thing is named once, with its fix", () => {
  const account = { ...ACCOUNT, databases: [], buckets: [], cors: [], secrets: null };
  const { status, stderr } = spawnSync(
    process.execPath,
    [file("workers/local/deploy-preflight.mjs"), "--wrangler", file("tests/fakes/wrangler.mjs")],
    { encoding: "utf8", env: { ...process.env, ACTA_FAKE_ACCOUNT: JSON.stringify(account) } },
  );
  expect(status).toBe(1);
  const sentences = stderr.split("\n").filter((line) => line.startsWith("- "));
  const named = [...Object.keys(FILLED), "D1 database", "R2 bucket acta-recordings does not exist", ...ACCOUNT.secrets];
  for (const name of named)
    expect(
      sentences.filter((each) => each.includes(name)),
      name,
    ).toHaveLength(1);
  expect(sentences).toHaveLength(named.length);
  for (const each of sentences) expect(each).toMatch(/: (run `npx wrangler|write) .*\.$/);
}, 120_000);

test.each<[string, Record<string, string>, Partial<Account>, string]>([
  ["nobody signed in", {}, { signedIn: false }, "npx wrangler login"],
  ["a database of another account", {}, { databases: ["another"] }, `has no D1 database ${DATABASE}`],
  ["no rule for browsers", {}, { cors: [] }, "r2 bucket cors set acta-recordings"],
  ["a rule for another page", {}, { cors: [{ ...CORS, allowed_origins: "https://old.example" }] }, "cors set"],
  [
    "a rule without write-once",
    {},
    { cors: [{ ...CORS, allowed_headers: "content-type, x-amz-checksum-sha256" }] },
    "cors set",
  ],
  ["a rule without digests", {}, { cors: [{ ...CORS, allowed_headers: "content-type, if-none-match" }] }, "cors set"],
  ["a rule that hides ETag", {}, { cors: [{ ...CORS, exposed_headers: "(no exposed headers)" }] }, "cors set"],
  ["a rule for reading", {}, { cors: [{ ...CORS, allowed_methods: "GET" }] }, "cors set"],
  ["a rule that deletes recordings", {}, { expires: true }, "r2 bucket lifecycle remove acta-recordings"],
  ["one secret short", {}, { secrets: ACCOUNT.secrets.slice(1) }, "secret put GOOGLE_CLIENT_SECRET --env production"],
  [
    "an address without TLS",
    { APP_ORIGIN: "http://acta.example" },
    { cors: [{ ...CORS, allowed_origins: "http://acta.example" }] },
    "APP_ORIGIN has to begin with https://",
  ],
  ["another environment", { ENVIRONMENT: "local" }, {}, "ENVIRONMENT is not production"],
  ["two names of one bucket", { R2_BUCKET: "other" }, {}, 'R2_BUCKET is "other"'],
  ["a speech server that is not named", { SPEECH_ENGINE: "openai" }, {}, "SPEECH_BASE_URL is empty"],
])("%s: one sentence says it", (_name, values, account, sentence) => {
  const sentences = ask(values, account);
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toContain(sentence);
});

test("invocation logs that are not turned off are reported in one sentence", () => {
  const config = {
    ...BINDINGS,
    observability: {},
    vars: { ENVIRONMENT: "production", R2_BUCKET: "acta-recordings", ...FILLED },
  };
  const sentences = missingFrom(config, (...args) => answerAsWrangler(ACCOUNT, args));
  expect(sentences).toEqual([expect.stringContaining("write invocation_logs = false")]);
});

test.each(["deploy", "versions upload"])(
  "a plain `wrangler %s` fails: the top level has no entry point",
  (command) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [file("node_modules/wrangler/bin/wrangler.js"), ...command.split(" "), "--dry-run"],
      {
        cwd: file("."),
        encoding: "utf8",
        env: { ...process.env, CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" },
      },
    );
    expect(status, stdout).toBe(1);
    expect(`${stdout}${stderr}`).toContain("Missing entry-point");
  },
  60_000,
);

test("the top level of wrangler.toml is not production: it has another name, nothing to serve, no variable and no route", () => {
  const local = unstable_readConfig({ config: file("wrangler.toml") });
  const production = unstable_readConfig({ config: file("wrangler.toml"), env: "production" });
  expect(production).toMatchObject({ name: "acta", vars: { ENVIRONMENT: "production" } });
  expect(local.name).not.toBe(production.name);
  expect(local).toMatchObject({ main: undefined, assets: undefined, route: undefined, routes: undefined, vars: {} });
});

test.each(["wrangler.toml", "workers/recorder/wrangler.toml"])(
  "%s keeps the URLs of requests out of the logs",
  (name) => {
    const env = name === "wrangler.toml" ? "production" : undefined;
    const { observability } = unstable_readConfig({ config: file(name), ...(env ? { env } : {}) });
    expect(observability).toMatchObject({ enabled: true, logs: { invocation_logs: false } });
    expect(observability?.traces?.enabled ?? false).toBe(false);
  },
);

test("npm run deploy runs the preflight first", () => {
  const { scripts } = JSON.parse(readFileSync(file("package.json"), "utf8"));
  expect(String(scripts.deploy)).toMatch(/^node workers\/local\/deploy-preflight\.mjs && /);
});

test("wrangler.toml gives Cloudflare the app's rate limits, for one machine and for production", () => {
  const blocks = [
    ...WRITTEN.matchAll(
      /^\[\[(env\.production\.)?ratelimits\]\]\nname = "RATE_(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = (\d+) \}/gm,
    ),
  ];
  const figures = (deployed: boolean) =>
    Object.fromEntries(
      blocks
        .filter(([, environment]) => (environment !== undefined) === deployed)
        .map(([, , name = "", limit, period]) => [
          name.toLowerCase().replace("_", "-"),
          [Number(limit), Number(period)],
        ]),
    );
  const wanted = Object.fromEntries(Object.entries(RATE_LIMITS).map(([name, limit]) => [name, [limit, RATE_PERIOD_S]]));
  expect(figures(false)).toEqual(wanted);
  expect(figures(true)).toEqual(wanted);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ConfigError, parseConfig } from "#workers/config.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://acta.example",
  CONTACT_EMAIL: "support@acta.example",
  GOOGLE_CLIENT_ID: "google-id",
  GOOGLE_CLIENT_SECRET: "google-secret",
  MICROSOFT_CLIENT_ID: "microsoft-id",
  MICROSOFT_CLIENT_SECRET: "microsoft-secret",
  R2_S3_ENDPOINT: "https://account.r2.cloudflarestorage.com",
  R2_BUCKET: "acta-recordings",
  R2_ACCESS_KEY_ID: "key",
  R2_SECRET_ACCESS_KEY: "secret",
  SHARE_SECRET: "a-secret-of-at-least-thirty-two-letters",
  CALL_SECRET: "another-secret-of-at-least-thirty-two-letters",
  SECRET_BOX_KEYS: `2026a:${btoa("1".repeat(32))}`,
  SPEECH_ENGINE: "none",
  LANGUAGE_ENGINE: "extractive",
};

const LOCAL = { ENVIRONMENT: "local" };
/** The key that `npm start` uses without configuration. */
const PUBLISHED_KEY = "YWN0YS1sb2NhbC1zZWNyZXQtYm94LWtleS0zMmJ5dGU=";
const EMAIL = { send: () => {} };

function problemsOf(env: Record<string, unknown>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test.each([{}, { ENVIRONMENT: "" }, { ...PRODUCTION, ENVIRONMENT: undefined }, { ...PRODUCTION, ENVIRONMENT: "" }])(
  "a configuration without ENVIRONMENT is refused and gets no default: %j",
  (env) => {
    expect(problemsOf(env)).toEqual(["ENVIRONMENT is missing"]);
  },
);

test.each(["Local", "production ", "staging", "development", "true"])("ENVIRONMENT=%j is refused", (value) => {
  expect(problemsOf({ ...PRODUCTION, ENVIRONMENT: value })).toEqual(["ENVIRONMENT has a value that cannot be used"]);
});

test.each(["https://acta.example", "http://192.168.1.4:8787", "http://127.0.0.1.evil.example"])(
  "ENVIRONMENT=local is refused for pages served from %s",
  (origin) => {
    const problem = "APP_ORIGIN must be a loopback address where ENVIRONMENT is local";
    expect(problemsOf({ ...LOCAL, APP_ORIGIN: origin })).toEqual([problem]);
  },
);

test("on one machine only ENVIRONMENT has to be set", () => {
  const config = parseConfig(LOCAL);
  expect(config.app.origin).toBe("http://localhost:8787");
  expect(config.identity.localOrigin).toBe("http://127.0.0.1:8788");
  expect(config.app.signInOrigins).toEqual(["http://127.0.0.1:8788"]);
});

test("the local sign-in stand-in gets its own clients, whatever real ones are configured", () => {
  const config = parseConfig({ ...PRODUCTION, ENVIRONMENT: "local", APP_ORIGIN: "http://localhost:8787" });
  expect(config.identity).toEqual(parseConfig(LOCAL).identity);
  expect(config.identity.google?.clientId).toBe("acta-local-google");
});

test("a production configuration goes to the real providers", () => {
  const config = parseConfig(PRODUCTION);
  expect(config.identity.localOrigin).toBeNull();
  expect(config.app.signInOrigins).toContain("https://accounts.google.com");
  expect(config.app.signInOrigins.every((origin) => origin.startsWith("https://"))).toBe(true);
});

test.each(Object.keys(PRODUCTION).filter((name) => name !== "ENVIRONMENT"))(
  "in production a missing %s is an error that names it",
  (name) => {
    expect(problemsOf({ ...PRODUCTION, [name]: undefined })).toEqual([`${name} is missing`]);
    expect(problemsOf({ ...PRODUCTION, [name]: "" })).toEqual([`${name} is missing`]);
  },
);

test.each(["http://127.0.0.1:8788", "http://localhost:8788", "https://identity.example"])(
  "in production the local identity provider (%s) is refused",
  (origin) => {
    const problems = problemsOf({ ...PRODUCTION, IDENTITY_ORIGIN: origin });
    expect(problems).toContain("IDENTITY_ORIGIN is for one machine and must not be set in production");
  },
);

test.each([
  "https://identity.example",
  "http://10.0.0.7:8788",
  "http://127.0.0.1.evil.example",
  "http://127.evil.example",
])("the local identity provider is on loopback only, not on %s", (origin) => {
  expect(problemsOf({ ...LOCAL, IDENTITY_ORIGIN: origin })).toEqual(["IDENTITY_ORIGIN must be a loopback address"]);
});

test.each([
  [{ APP_ORIGIN: "http://acta.example" }, "APP_ORIGIN must be https in production"],
  [{ R2_S3_ENDPOINT: "http://r2.example" }, "R2_S3_ENDPOINT must be https in production"],
  [
    { SPEECH_ENGINE: "openai", SPEECH_BASE_URL: "http://speech.example/v1" },
    "SPEECH_BASE_URL must be https in production",
  ],
  [
    { LANGUAGE_ENGINE: "openai", LANGUAGE_BASE_URL: "http://10.0.0.7:11434/v1", LANGUAGE_MODEL: "any" },
    "LANGUAGE_BASE_URL must be https in production",
  ],
  [{ STRIPE_SECRET_KEY: "sk_test_0123" }, "STRIPE_SECRET_KEY is a test key: its payments are no payments"],
  [{ STRIPE_SECRET_KEY: "rk_test_0123" }, "STRIPE_SECRET_KEY is a test key: its payments are no payments"],
  [
    { GOOGLE_CLIENT_SECRET: "acta-local-google-secret" },
    "GOOGLE_CLIENT_SECRET: the published local default is for one machine",
  ],
  [
    { SHARE_SECRET: "acta-local-share-secret-of-one-machine" },
    "SHARE_SECRET: the published local default is for one machine",
  ],
  [
    { CALL_SECRET: "acta-local-call-secret-of-one-machine" },
    "CALL_SECRET: the published local default is for one machine",
  ],
  [{ R2_ACCESS_KEY_ID: "acta-local" }, "R2_ACCESS_KEY_ID: the published local default is for one machine"],
  [{ GOOGLE_CLIENT_ID: "acta-local-google" }, "GOOGLE_CLIENT_ID: the published local default is for one machine"],
  [{ CALL_SECRET: PRODUCTION.SHARE_SECRET }, "two secrets have the same value"],
  [{ ADMIN_TOKEN: PRODUCTION.SHARE_SECRET }, "two secrets have the same value"],
  [{ CALL_SECRET: "short" }, "CALL_SECRET has a value that cannot be used"],
  [
    { LOCAL_MEETING_ORIGIN: "http://127.0.0.1:8188" },
    "LOCAL_MEETING_ORIGIN is for one machine and must not be set in production",
  ],
  [
    { LOCAL_MEETING_ORIGIN: "https://meet.example" },
    "LOCAL_MEETING_ORIGIN is for one machine and must not be set in production",
  ],
  [{ SECRET_BOX_KEYS: "short" }, "SECRET_BOX_KEYS has a value that cannot be used"],
  [
    { SECRET_BOX_KEYS: `${PRODUCTION.SECRET_BOX_KEYS},${PRODUCTION.SECRET_BOX_KEYS.replace("2026a", "other")}` },
    "SECRET_BOX_KEYS has the same key twice",
  ],
  [
    { MAIL_ENGINE: "local", MAIL_FROM: "acta@acta.example" },
    "MAIL_ENGINE=local is for one machine and must not be set in production",
  ],
  [{ SHARE_SECRET: "short" }, "SHARE_SECRET has a value that cannot be used"],
])("in production %j is refused", (change, problem) => {
  expect(problemsOf({ ...PRODUCTION, ...change })).toEqual([problem]);
});

test.each([
  `acta-local:${PUBLISHED_KEY}`,
  `mine:${PUBLISHED_KEY}`,
  `${PRODUCTION.SECRET_BOX_KEYS},old:${PUBLISHED_KEY}`,
])("in production the published key is refused under any name and in any place: %s", (keys) => {
  const problem = "SECRET_BOX_KEYS: the published local default is for one machine";
  expect(problemsOf({ ...PRODUCTION, SECRET_BOX_KEYS: keys })).toEqual([problem]);
});

test("a problem never quotes the value", () => {
  expect(problemsOf({ ...PRODUCTION, APP_ORIGIN: "hunter2" }).join()).not.toContain("hunter2");
});

test.each([
  [{ SPEECH_ENGINE: "openai" }, ["SPEECH_BASE_URL is missing"]],
  [{ LANGUAGE_ENGINE: "openai" }, ["LANGUAGE_BASE_URL is missing", "LANGUAGE_MODEL is missing"]],
  [{ LANGUAGE_ENGINE: "openai", LANGUAGE_BASE_URL: "https://engine.example" }, ["LANGUAGE_MODEL is missing"]],
  [{ LANGUAGE_ENGINE: "telepathy" }, ["LANGUAGE_ENGINE has a value that cannot be used"]],
  [{ LANGUAGE_CONTEXT_TOKENS: "many" }, ["LANGUAGE_CONTEXT_TOKENS has a value that cannot be used"]],
  [{ LANGUAGE_CONTEXT_TOKENS: "100" }, ["LANGUAGE_CONTEXT_TOKENS has a value that cannot be used"]],
])("engines: %j is refused", (env, problems) => {
  expect(problemsOf({ ...LOCAL, ...env })).toEqual(problems);
  expect(problemsOf({ ...PRODUCTION, ...env })).toEqual(problems);
});

test.each([
  [{}, []],
  [{ MAIL_ENGINE: "none" }, []],
  [{ MAIL_ENGINE: "resend" }, ["MAIL_FROM is missing", "MAIL_API_KEY is missing"]],
  [{ MAIL_ENGINE: "resend", MAIL_FROM: "acta@acta.example", MAIL_API_KEY: "re_key" }, []],
  [{ MAIL_ENGINE: "cloudflare", MAIL_FROM: "Acta <acta@acta.example>", EMAIL }, []],
  [
    { MAIL_ENGINE: "cloudflare", MAIL_FROM: "Acta <acta@acta.example>" },
    ["MAIL_ENGINE cannot be cloudflare: this Worker has no EMAIL binding (send_email in wrangler.toml)"],
  ],
  [{ MAIL_ENGINE: "smtp", MAIL_FROM: "acta@acta.example" }, ["MAIL_SMTP_URL is missing"]],
  [{ MAIL_ENGINE: "smtp", MAIL_FROM: "acta@acta.example", MAIL_SMTP_URL: "smtps://a:b@mail.example:465" }, []],
  [{ MAIL_ENGINE: "smtp", MAIL_FROM: "acta@acta.example", MAIL_SMTP_URL: "smtp://mail:25?tls=no" }, []],
  [
    { MAIL_ENGINE: "smtp", MAIL_FROM: "acta@acta.example", MAIL_SMTP_URL: "smtp://a:b@mail:25?tls=no" },
    ["MAIL_SMTP_URL must not have both a password and tls=no: the password would be sent in clear"],
  ],
  [
    { MAIL_ENGINE: "smtp", MAIL_FROM: "acta@acta.example", MAIL_SMTP_URL: "https://mail.example" },
    ["MAIL_SMTP_URL has a value that cannot be used"],
  ],
  [{ MAIL_ENGINE: "pigeon" }, ["MAIL_ENGINE has a value that cannot be used"]],
  [{ MAIL_FROM: "Acta" }, ["MAIL_FROM has a value that cannot be used"]],
  [{ MAIL_FROM: "acta@acta.example\r\nBcc: x@y.example" }, ["MAIL_FROM has a value that cannot be used"]],
  [{ MAIL_FROM: "A, B <acta@acta.example>" }, ["MAIL_FROM has a value that cannot be used"]],
])("mails: with %j production has the problems %j", (env, problems) => {
  expect(problemsOf({ ...PRODUCTION, ...env })).toEqual(problems);
});

test("on one machine mails go to the outbox, and secrets are sealed with the published key", () => {
  const config = parseConfig(LOCAL);
  expect(config.mail).toEqual({ engine: "local", from: "Acta <acta@acta.example>", apiKey: null, smtpUrl: null });
  expect(config.secretBoxKeys.map(({ name, bytes }) => [name, bytes.length])).toEqual([["acta-local", 32]]);
});

const RECORDER = {
  RECORDER_ENGINE: "acta",
  RECORDER_URL: "https://recorder.example",
  RECORDER_TOKEN: "token-of-the-recorder",
};
test.each([
  [{ RECORDER_ENGINE: "acta" }, ["RECORDER_URL is missing", "RECORDER_TOKEN is missing"]],
  [
    { ...RECORDER, RECORDER_URL: "http://recorder.example" },
    ["RECORDER_URL must be https, or a loopback address on one machine"],
  ],
  [{ ...RECORDER, RECORDER_TOKEN: "short" }, ["RECORDER_TOKEN needs 16 characters or more"]],
  [{ ...RECORDER, RECORDER_ENGINE: "attendee" }, ["RECORDER_WEBHOOK_SECRET is missing"]],
  [{ ...RECORDER, RECORDER_ENGINE: "recall" }, ["RECORDER_WEBHOOK_SECRET is missing"]],
  [{ ...RECORDER, RECORDER_ENGINE: "magic" }, ["RECORDER_ENGINE has a value that cannot be used"]],
  [{ EXTRA_MEETING_HOSTS: "meet.example, 10.0.0.1" }, ["EXTRA_MEETING_HOSTS has a value that cannot be used"]],
  [{ EXTRA_MEETING_HOSTS: "meet.example:8443" }, ["EXTRA_MEETING_HOSTS has a value that cannot be used"]],
  [{ EXTRA_MEETING_HOSTS: "localhost" }, ["EXTRA_MEETING_HOSTS has a value that cannot be used"]],
  [{ EXTRA_MEETING_HOSTS: "https://meet.example" }, ["EXTRA_MEETING_HOSTS has a value that cannot be used"]],
])("recorders: %j is refused", (env, problems) => {
  expect(problemsOf({ ...LOCAL, ...env })).toEqual(problems);
  expect(problemsOf({ ...PRODUCTION, ...env })).toEqual(problems);
});

const VOICES = {
  VOICES_ENGINE: "container",
  VOICES_URL: "https://voices.example",
  VOICES_TOKEN: "token-of-the-voices",
};
test.each([
  [{ VOICES_ENGINE: "container" }, ["VOICES_URL is missing", "VOICES_TOKEN is missing"]],
  [
    { ...VOICES, VOICES_URL: "http://voices.example" },
    ["VOICES_URL must be https, or a loopback address on one machine"],
  ],
  [{ ...VOICES, VOICES_TOKEN: "short" }, ["VOICES_TOKEN needs 16 characters or more"]],
  [{ ...VOICES, VOICES_ENGINE: "magic" }, ["VOICES_ENGINE has a value that cannot be used"]],
])("voices: %j is refused", (env, problems) => {
  expect(problemsOf({ ...LOCAL, ...env })).toEqual(problems);
  expect(problemsOf({ ...PRODUCTION, ...env })).toEqual(problems);
});

test("a container of voices has an address and a token, wherever speech is recognised", () => {
  expect(parseConfig({ ...PRODUCTION, ...VOICES }).voices).toEqual({
    engine: "container",
    url: "https://voices.example",
    token: "token-of-the-voices",
  });
});

test("a local recorder is allowed only on one machine; an operator's Jitsi servers are host names", () => {
  const local = { ...RECORDER, RECORDER_URL: "http://127.0.0.1:8790" };
  expect(parseConfig({ ...LOCAL, ...local }).recorder).toMatchObject({ engine: "acta", url: "http://127.0.0.1:8790" });
  expect(problemsOf({ ...PRODUCTION, ...local })).toEqual([
    "RECORDER_URL must be https, or a loopback address on one machine",
  ]);
  const { app } = parseConfig({ ...LOCAL, EXTRA_MEETING_HOSTS: "Meet.Example, jitsi.example.org" });
  expect(app.links.jitsiHosts).toEqual(["meet.example", "jitsi.example.org"]);
});

test.each([
  "https://127.0.0.1:8188",
  "http://192.168.1.4:8188",
  "http://meet.example",
  "http://127.0.0.1.evil.example",
])("the local meeting server is http on loopback, not %s", (origin) => {
  expect(problemsOf({ ...LOCAL, LOCAL_MEETING_ORIGIN: origin })).toEqual([
    "LOCAL_MEETING_ORIGIN must be http on a loopback address",
  ]);
});

test("the local meeting server is one exact origin", () => {
  const { app } = parseConfig({ ...LOCAL, LOCAL_MEETING_ORIGIN: "http://127.0.0.1:8188/videoroom.html" });
  expect(app.links.localOrigin).toBe("http://127.0.0.1:8188");
});

const LOCAL_SPEECH = {
  ENVIRONMENT: "local",
  SPEECH_ENGINE: "local",
  SPEECH_BASE_URL: "http://127.0.0.1:8789",
  SPEECH_MODEL: "small-q5_1",
  SPEECH_API_KEY: "key-of-this-start",
};

test("local speech uses the values that `npm start` sets", () => {
  expect(parseConfig(LOCAL_SPEECH).speech).toEqual({
    engine: "local",
    baseUrl: "http://127.0.0.1:8789",
    model: "small-q5_1",
    apiKey: "key-of-this-start",
  });
});

test.each(["SPEECH_BASE_URL", "SPEECH_MODEL", "SPEECH_API_KEY"])("local speech without %s is refused", (name) => {
  const problem = "SPEECH_ENGINE cannot be local: only `npm start` can say so";
  expect(problemsOf({ ...LOCAL_SPEECH, [name]: "" })).toEqual([problem]);
});

test("local speech is only allowed on this machine", () => {
  const problem = "SPEECH_BASE_URL must be a loopback address for SPEECH_ENGINE=local";
  expect(problemsOf({ ...LOCAL_SPEECH, SPEECH_BASE_URL: "https://speech.example" })).toEqual([problem]);
});

test("production refuses local speech, whatever its other settings are", () => {
  const problem = "SPEECH_ENGINE=local is for one machine and must not be set in production";
  expect(problemsOf({ ...LOCAL_SPEECH, ...PRODUCTION, SPEECH_ENGINE: "local" })).toContain(problem);
  expect(problemsOf({ ...PRODUCTION, SPEECH_ENGINE: "local" })).toContain(problem);
  expect(
    problemsOf({ ...LOCAL_SPEECH, ...PRODUCTION, SPEECH_ENGINE: "local", SPEECH_BASE_URL: "https://speech.example" }),
  ).toContain(problem);
});

test.each(["SPEECH_ENGINE", "LANGUAGE_ENGINE"])("%s is workers-ai only when the AI binding exists", (name) => {
  const [problem, ...others] = problemsOf({ ...LOCAL, [name]: "workers-ai" });
  expect(problem).toContain(`${name} cannot be workers-ai: this Worker has no AI binding`);
  expect(others).toEqual([]);
  expect(problemsOf({ ...PRODUCTION, [name]: "workers-ai", AI: "no binding" })).toEqual([problem]);
  // Not on one machine, even if a binding exists there.
  expect(problemsOf({ ...LOCAL, [name]: "workers-ai", AI: { run: () => {} } })).toEqual([problem]);
  expect(problemsOf({ ...PRODUCTION, [name]: "workers-ai", AI: { run: () => {} } })).toEqual([]);
});

test("the configuration for one machine has no AI binding and no engine that needs one", () => {
  const toml = readFileSync(new URL("../../wrangler.toml", import.meta.url), "utf8");
  const [local = "", ...environments] = toml.split(/^(?=\[env\.)/mu);
  expect(local).not.toMatch(/^\s*\[+ai\]|^\s*ai\s*=|workers-ai/mu);
  expect(environments.join("")).toMatch(/^\[env\.production\.ai\]/mu);
  const { speech, language } = parseConfig(LOCAL);
  expect([speech.engine, language.engine]).toEqual(["none", "extractive"]);
});

test("a language engine reads 32,000 tokens at once by default", () => {
  const env = { LANGUAGE_ENGINE: "openai", LANGUAGE_BASE_URL: "http://127.0.0.1:8080", LANGUAGE_MODEL: "small" };
  expect(parseConfig({ ...LOCAL, ...env }).language).toEqual({
    engine: "openai",
    baseUrl: "http://127.0.0.1:8080",
    model: "small",
    apiKey: null,
    contextTokens: 32_000,
  });
  expect(parseConfig({ ...LOCAL, ...env, LANGUAGE_CONTEXT_TOKENS: "131072" }).language.contextTokens).toBe(131_072);
});

test("plans are sold in production only with a key, a signing secret and prices, and never at the stand-in", () => {
  expect(parseConfig(PRODUCTION).billing).toBeNull();
  expect(parseConfig({ ...LOCAL, BILLING_ENGINE: "none" }).billing).toBeNull();
  expect(parseConfig(LOCAL).billing?.localOrigin).toBe("http://127.0.0.1:8788");
  expect(problemsOf({ ...PRODUCTION, BILLING_ENGINE: "stripe" })).toEqual([
    "STRIPE_SECRET_KEY is missing",
    "STRIPE_WEBHOOK_SECRET is missing",
    "STRIPE_PRICES is missing",
  ]);
  expect(problemsOf({ ...PRODUCTION, STRIPE_PRICES: "pro.month=price_1" })).toEqual([
    "STRIPE_PRICES has a value that cannot be used",
  ]);
  expect(problemsOf({ ...PRODUCTION, STRIPE_ORIGIN: "http://127.0.0.1:8788" })).toEqual([
    "STRIPE_ORIGIN is for one machine and must not be set in production",
  ]);
});

const SELF_HOSTED = {
  ENVIRONMENT: "self-hosted",
  APP_ORIGIN: "https://acta.example",
  CONTACT_EMAIL: "support@acta.example",
  OIDC_ISSUER: "https://login.acta.example/",
  OIDC_CLIENT_ID: "acta",
  OIDC_CLIENT_SECRET: "secret-of-the-client",
  SHARE_SECRET: PRODUCTION.SHARE_SECRET,
  CALL_SECRET: PRODUCTION.CALL_SECRET,
  R2_SECRET_ACCESS_KEY: "secret-of-the-store",
  SECRET_BOX_KEYS: PRODUCTION.SECRET_BOX_KEYS,
};

test("an own server has one provider of the operator's choice, its own store, and a plan for all", () => {
  const config = parseConfig({
    ...SELF_HOSTED,
    OIDC_NAME: "Taller",
    OIDC_SIGN_IN_ORIGINS: "https://sso.acta.example/x",
  });
  expect(config.app).toMatchObject({
    signIn: [{ name: "oidc", label: "Taller" }],
    signInOrigins: ["https://login.acta.example", "https://sso.acta.example"],
    uploadOrigin: "https://acta.example",
    planOfAll: "business",
  });
  expect(config.identity.oidc).toMatchObject({ issuer: "https://login.acta.example/", emailDomains: [] });
});

test("Google, Microsoft and a provider of any make stand beside each other in production too", () => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = SELF_HOSTED;
  const config = parseConfig({ ...PRODUCTION, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  expect(config.app.signIn.map(({ name }) => name)).toEqual(["oidc", "google", "microsoft"]);
  expect(config.app.planOfAll).toBeNull();
});

test.each([
  [{ APP_ORIGIN: "http://acta.example" }, "APP_ORIGIN must be https in self-hosted"],
  [{ APP_ORIGIN: "https://localhost" }, "APP_ORIGIN must be a name that people reach, not this machine's own"],
  [
    { IDENTITY_ORIGIN: "http://127.0.0.1:8788" },
    "IDENTITY_ORIGIN is for one machine and must not be set in self-hosted",
  ],
  [
    { MAIL_ENGINE: "local", MAIL_FROM: "acta@acta.example" },
    "MAIL_ENGINE=local is for one machine and must not be set in self-hosted",
  ],
  [
    { R2_S3_ENDPOINT: "https://r2.example" },
    "R2_S3_ENDPOINT must not be set: an own server keeps recordings in its data folder",
  ],
  [
    { SHARE_SECRET: "acta-local-share-secret-of-one-machine" },
    "SHARE_SECRET: the published local default is for one machine",
  ],
  [
    { SECRET_BOX_KEYS: `acta-local:${PUBLISHED_KEY}` },
    "SECRET_BOX_KEYS: the published local default is for one machine",
  ],
  [{ CALL_SECRET: PRODUCTION.SHARE_SECRET }, "two secrets have the same value"],
  [{ OIDC_ISSUER: "http://login.acta.example" }, "OIDC_ISSUER must be https"],
  [{ OIDC_ISSUER: "https://login.acta.example/?x" }, "OIDC_ISSUER has a value that cannot be used"],
  [{ OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_SECRET is missing"],
  [{ OIDC_EMAIL_DOMAINS: "acta.example,@" }, "OIDC_EMAIL_DOMAINS has a value that cannot be used"],
  [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_SECRET is missing"],
  [
    { OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" },
    "nobody can sign in: set OIDC_ISSUER, GOOGLE_CLIENT_ID or MICROSOFT_CLIENT_ID with what belongs to it",
  ],
])("on an own server %j is refused", (change, problem) => {
  expect(problemsOf({ ...SELF_HOSTED, ...change })).toEqual([problem]);
});

test.each(["APP_ORIGIN", "CONTACT_EMAIL", "SHARE_SECRET", "CALL_SECRET", "R2_SECRET_ACCESS_KEY", "SECRET_BOX_KEYS"])(
  "on an own server a missing %s is an error that names it",
  (name) => {
    expect(problemsOf({ ...SELF_HOSTED, [name]: undefined })).toEqual([`${name} is missing`]);
  },
);

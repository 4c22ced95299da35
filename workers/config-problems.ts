import { RECORDER_TOKEN_CHARS_MIN as SERVICE_TOKEN_CHARS_MIN } from "#app/domain/limits/calls.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { isLoopbackOrigin } from "#app/domain/meeting/link/platforms.ts";
import { billingProblems } from "#workers/billing-config.ts";
import { collaborationProblems } from "#workers/collaboration-config.ts";
import { CONNECTION_SECRETS, connectionProblems } from "#workers/connections-config.ts";
import type { Variables } from "#workers/config-variables.ts";
import { signInProblems } from "#workers/identity-config.ts";
import { isLoopbackUrl } from "#workers/local-host.ts";
import { TASK_SECRETS, taskProblems } from "#workers/tasks-config.ts";
import { secretBoxProblems } from "#workers/config-values.ts";

/** On one machine the binding would ask for an account and send spoken words into the network, whatever it is bound to. */
const NO_AI = "this Worker has no AI binding, which only a deployed one has ([env.production.ai] in wrangler.toml)";

const SECRETS = [
  "GOOGLE_CLIENT_SECRET",
  "MICROSOFT_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "R2_SECRET_ACCESS_KEY",
  "SHARE_SECRET",
  "CALL_SECRET",
  "MAIL_API_KEY",
  "MAIL_SMTP_URL",
  "VOICES_TOKEN",
  "RECORDER_TOKEN",
  "RECORDER_WEBHOOK_SECRET",
  "ADMIN_TOKEN",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "SLACK_CLIENT_SECRET",
  "SLACK_SIGNING_SECRET",
  "NOTION_CLIENT_SECRET",
  ...CONNECTION_SECRETS,
  ...TASK_SECRETS,
] as const;
const KEYS_AND_SECRETS = [...SECRETS, "GOOGLE_CLIENT_ID", "MICROSOFT_CLIENT_ID", "R2_ACCESS_KEY_ID"] as const;

const STAND_IN_ORIGINS = [
  "IDENTITY_ORIGIN",
  "CALENDAR_ORIGIN",
  "STRIPE_ORIGIN",
  "WEBHOOK_ORIGIN",
  "CONNECTION_ORIGIN",
] as const;

/**
 * Finds problems across variables that are each valid alone: one that another requires is missing, or a value is allowed on
 * one machine only.
 */
export function problemsOf(values: Variables, { hasAi, hasEmail }: { hasAi: boolean; hasEmail: boolean }): string[] {
  const production = values.ENVIRONMENT === "production";
  return [
    ...engineProblems(values, hasAi),
    ...voicesProblems(values, production),
    ...recorderProblems(values, production),
    ...mailProblems(values, hasEmail),
    ...billingProblems(values),
    ...collaborationProblems(values),
    ...connectionProblems(values),
    ...taskProblems(values),
    ...standInProblems(values),
    ...signInProblems(values, values.ENVIRONMENT),
    ...environmentProblems(values),
  ];
}

function environmentProblems(values: Variables): string[] {
  switch (values.ENVIRONMENT) {
    case "local":
      return localProblems(values);
    case "production":
      return [...productionProblems(values), ...publicProblems(values)];
    case "self-hosted":
      return [...selfHostedProblems(values), ...publicProblems(values)];
    default:
      return assertNever(values.ENVIRONMENT);
  }
}

function engineProblems(values: Variables, hasAi: boolean): string[] {
  const problems: string[] = [];
  if (values.SPEECH_ENGINE === "openai" && !values.SPEECH_BASE_URL) problems.push("SPEECH_BASE_URL is missing");
  if (values.SPEECH_ENGINE === "local") problems.push(...localSpeechProblems(values));
  if (values.LANGUAGE_ENGINE === "local") problems.push(...localLanguageProblems(values));
  if (values.LOCAL_MODEL_URL && !isLoopbackUrl(values.LOCAL_MODEL_URL)) {
    problems.push("LOCAL_MODEL_URL must be a loopback address");
  }
  if (values.LANGUAGE_ENGINE === "openai" || values.LANGUAGE_ENGINE === "ollama") {
    if (!values.LANGUAGE_BASE_URL) problems.push("LANGUAGE_BASE_URL is missing");
    if (!values.LANGUAGE_MODEL) problems.push("LANGUAGE_MODEL is missing");
  }
  for (const name of ["SPEECH_ENGINE", "LANGUAGE_ENGINE"] as const) {
    if (values[name] === "workers-ai" && !hasAi) problems.push(`${name} cannot be workers-ai: ${NO_AI}`);
  }
  return problems;
}

function voicesProblems(values: Variables, production: boolean): string[] {
  switch (values.VOICES_ENGINE) {
    case "none":
      return [];
    case "local":
      if (values.SPEECH_ENGINE === "local") return [];
      return ["VOICES_ENGINE cannot be local: it is a part of the local speech server (SPEECH_ENGINE=local)"];
    case "container":
      return serviceProblems("VOICES", {
        url: values.VOICES_URL,
        token: values.VOICES_TOKEN,
        charsMin: SERVICE_TOKEN_CHARS_MIN,
        production,
      });
    default:
      return assertNever(values.VOICES_ENGINE);
  }
}

type Service = { url: string | undefined; token: string | undefined; charsMin: number; production: boolean };

/** A service that runs apart has to be reachable; our own take no short token. */
function serviceProblems(name: "VOICES" | "RECORDER", { url, token, charsMin, production }: Service): string[] {
  const problems: string[] = [];
  if (!url) problems.push(`${name}_URL is missing`);
  else if (!url.startsWith("https://") && (production || !isLoopbackUrl(url))) {
    problems.push(`${name}_URL must be https, or a loopback address on one machine`);
  }
  if (!token) problems.push(`${name}_TOKEN is missing`);
  else if (token.length < charsMin) problems.push(`${name}_TOKEN needs ${charsMin} characters or more`);
  return problems;
}

/** A configured recorder has to be reachable, and a hosted one has to sign its webhooks. */
function recorderProblems(values: Variables, production: boolean): string[] {
  const problems: string[] = [];
  const { RECORDER_ENGINE: engine, LOCAL_MEETING_ORIGIN: localMeetings } = values;
  if (engine !== "none") {
    const { RECORDER_URL: url, RECORDER_TOKEN: token } = values;
    const charsMin = engine === "acta" ? SERVICE_TOKEN_CHARS_MIN : 1;
    problems.push(...serviceProblems("RECORDER", { url, token, charsMin, production }));
    if (engine !== "acta" && !values.RECORDER_WEBHOOK_SECRET) problems.push("RECORDER_WEBHOOK_SECRET is missing");
  }
  if (localMeetings && values.ENVIRONMENT !== "local") {
    problems.push(`LOCAL_MEETING_ORIGIN is for one machine and must not be set in ${values.ENVIRONMENT}`);
  } else if (localMeetings && !isLoopbackOrigin(localMeetings)) {
    problems.push("LOCAL_MEETING_ORIGIN must be http on a loopback address");
  }
  return problems;
}

function mailProblems(values: Variables, hasEmail: boolean): string[] {
  const { MAIL_ENGINE: engine } = values;
  if (engine === "none") return [];
  const problems = values.MAIL_FROM ? [] : ["MAIL_FROM is missing"];
  if (engine === "resend" && !values.MAIL_API_KEY) problems.push("MAIL_API_KEY is missing");
  if (engine === "smtp" && !values.MAIL_SMTP_URL) problems.push("MAIL_SMTP_URL is missing");
  if (sendsPasswordInClear(values.MAIL_SMTP_URL)) {
    problems.push("MAIL_SMTP_URL must not have both a password and tls=no: the password would be sent in clear");
  }
  if (engine === "cloudflare" && !hasEmail) {
    problems.push("MAIL_ENGINE cannot be cloudflare: this Worker has no EMAIL binding (send_email in wrangler.toml)");
  }
  return problems;
}

function sendsPasswordInClear(smtpUrl: string | undefined): boolean {
  const url = smtpUrl === undefined ? null : new URL(smtpUrl);
  return url !== null && url.protocol === "smtp:" && url.password !== "" && url.searchParams.get("tls") === "no";
}

/** `npm start` starts the local speech server and sets its address and key. */
function localSpeechProblems(values: Variables): string[] {
  if (!values.SPEECH_BASE_URL || !values.SPEECH_API_KEY || !values.SPEECH_MODEL) {
    return ["SPEECH_ENGINE cannot be local: only `npm start` can say so"];
  }
  return isLoopbackUrl(values.SPEECH_BASE_URL)
    ? []
    : ["SPEECH_BASE_URL must be a loopback address for SPEECH_ENGINE=local"];
}

/** `npm start` starts the local language server and sets its address and key. */
function localLanguageProblems(values: Variables): string[] {
  if (!values.LANGUAGE_BASE_URL || !values.LANGUAGE_API_KEY || !values.LANGUAGE_MODEL) {
    return ["LANGUAGE_ENGINE cannot be local: only `npm start` can say so"];
  }
  return isLoopbackUrl(values.LANGUAGE_BASE_URL)
    ? []
    : ["LANGUAGE_BASE_URL must be a loopback address for LANGUAGE_ENGINE=local"];
}

/** The stand-ins sign anybody in as any person and take no money: they may run on this machine only. */
function standInProblems(values: Variables): string[] {
  return STAND_IN_ORIGINS.flatMap((name) => {
    const value = values[name];
    return !value || isLoopbackUrl(value) ? [] : [`${name} must be a loopback address`];
  });
}

/** The defaults of `local` are published with the code, so its origin may only be an address of this machine. */
function localProblems(values: Variables): string[] {
  const { APP_ORIGIN: origin } = values;
  return isLoopbackUrl(origin) ? [] : ["APP_ORIGIN must be a loopback address where ENVIRONMENT is local"];
}

function productionProblems(values: Variables): string[] {
  const problems: string[] = [];
  for (const name of ["SPEECH_ENGINE", "LANGUAGE_ENGINE"] as const) {
    if (values[name] === "local") problems.push(`${name}=local is for one machine and must not be set in production`);
  }
  for (const name of ["SPEECH_BASE_URL", "LANGUAGE_BASE_URL"] as const) {
    // Spoken words and the engine's key would cross the network in the open.
    if (values[name]?.startsWith("http://")) problems.push(`${name} must be https in production`);
  }
  if (!values.R2_S3_ENDPOINT) problems.push("R2_S3_ENDPOINT is missing");
  else if (!values.R2_S3_ENDPOINT.startsWith("https://")) problems.push("R2_S3_ENDPOINT must be https in production");
  return problems;
}

function selfHostedProblems(values: Variables): string[] {
  const problems: string[] = [];
  if (isLoopbackUrl(values.APP_ORIGIN))
    problems.push("APP_ORIGIN must be a name that people reach, not this machine's own");
  if (values.R2_S3_ENDPOINT)
    problems.push("R2_S3_ENDPOINT must not be set: an own server keeps recordings in its data folder");
  if (
    values.RECORDER_SINK_ORIGIN &&
    !values.RECORDER_SINK_ORIGIN.startsWith("https://") &&
    !isLoopbackUrl(values.RECORDER_SINK_ORIGIN)
  ) {
    problems.push("RECORDER_SINK_ORIGIN must be https, or a loopback address");
  }
  return problems;
}

/** Rules of every Acta that other people reach. */
function publicProblems(values: Variables): string[] {
  const { ENVIRONMENT: environment } = values;
  const problems: string[] = [];
  if (!values.APP_ORIGIN.startsWith("https://")) problems.push(`APP_ORIGIN must be https in ${environment}`);
  for (const name of STAND_IN_ORIGINS) {
    if (values[name]) problems.push(`${name} is for one machine and must not be set in ${environment}`);
  }
  if (values.MAIL_ENGINE === "local") {
    problems.push(`MAIL_ENGINE=local is for one machine and must not be set in ${environment}`);
  }
  if (/^[sr]k_test_/.test(values.STRIPE_SECRET_KEY ?? "")) {
    problems.push("STRIPE_SECRET_KEY is a test key: its payments are no payments");
  }
  const published = KEYS_AND_SECRETS.filter((name) => values[name]?.startsWith("acta-local"));
  if (published.length > 0) problems.push(`${published.join(", ")}: the published local default is for one machine`);
  return [...problems, ...secretBoxProblems(values.SECRET_BOX_KEYS), ...sharedSecretProblems(values)];
}

/** Two secrets must not be the same: each is known to other people or machines, and one must not reveal another. */
function sharedSecretProblems(values: Variables): string[] {
  const secrets = SECRETS.flatMap((name) => values[name] ?? []);
  return new Set(secrets).size === secrets.length ? [] : ["two secrets have the same value"];
}

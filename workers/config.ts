import type { CalendarAccountStub } from "#app/server/ports/calendar-account.ts";
import type { CallListenerStub, CallObjectStub } from "#app/server/ports/call-process.ts";
import type { WorkspaceObjectStub } from "#app/server/ports/event-consumer.ts";
import type { MeetingChatStub } from "#app/server/ports/meeting-chat.ts";
import type { SplitMeetingStub } from "#app/server/ports/split-meetings.ts";
import type { MergedMeetingStub } from "#app/server/ports/merged-meetings.ts";
import type { MeetingEditsStub } from "#app/server/ports/meeting-edits.ts";
import type { MeetingObjectStub } from "#app/server/ports/meeting-process.ts";
import type { AppConfig } from "#app/server/config.ts";
import type { SecretBoxKey } from "#app/server/ports/secret-box.ts";
import { type BillingConfig, billingConfigOf, LOCAL_BILLING } from "#workers/billing-config.ts";
import {
  type CollaborationConfig,
  collaborationConfigOf,
  collaborationOrigins,
  LOCAL_COLLABORATION,
} from "#workers/collaboration-config.ts";
import {
  type ConnectionsConfig,
  connectionsConfigOf,
  consentOrigins,
  LOCAL_CONNECTIONS,
} from "#workers/connections-config.ts";
import { LOCAL_TASKS, taskOrigins, type TasksConfig, tasksConfigOf } from "#workers/tasks-config.ts";
import { problemsOf } from "#workers/config-problems.ts";
import { LOCAL_SECRET_BOX_KEYS, LOCAL_STAND_INS } from "#workers/config-values.ts";
import { type Variables, variables } from "#workers/config-variables.ts";
import { type IdentityConfig, identityConfigOf, signInChoices, signInOrigins } from "#workers/identity-config.ts";

/**
 * Configuration is parsed here, once per isolate, and nowhere else. ENVIRONMENT has no default: a Worker without it refuses
 * every request. `local` has embedded defaults for everything else, so that the app starts without an account or a file;
 * only `npm start` and the tests say it, and it answers on loopback only (workers/local-host.ts). `production` has no
 * defaults: a missing variable is an error that names it, and what only makes sense on one machine (loopback origins, the
 * local identity provider) is refused. `self-hosted` is the supervisor of `npm start` on a server of one's own (decision 219): no
 * stand-ins and no published secrets, as in production, and the store and the engines of that machine.
 */

/** Bindings of wrangler.toml. Text variables are read through `parseConfig` only. */
export type Bindings = {
  DB: D1Database;
  RECORDINGS: R2Bucket;
  /** The class itself is not named here, because it imports this file. */
  MEETINGS: DurableObjectNamespace<
    MeetingObjectStub &
      MeetingChatStub &
      MeetingEditsStub &
      MergedMeetingStub &
      SplitMeetingStub &
      CallListenerStub &
      Rpc.DurableObjectBranded
  >;
  CALLS: DurableObjectNamespace<CallObjectStub & Rpc.DurableObjectBranded>;
  WORKSPACES: DurableObjectNamespace<WorkspaceObjectStub & Rpc.DurableObjectBranded>;
  CALENDARS: DurableObjectNamespace<CalendarAccountStub & Rpc.DurableObjectBranded>;
  RATE_SIGN_IN: RateLimit;
  RATE_NETWORK: RateLimit;
  RATE_UPLOAD: RateLimit;
  RATE_RETRY: RateLimit;
  RATE_POLL: RateLimit;
  RATE_SHARE: RateLimit;
  RATE_CHAT: RateLimit;
  RATE_EDIT: RateLimit;
  RATE_PARTS: RateLimit;
  /** Deployed only: Workers AI always runs in Cloudflare's network, so one machine has no such binding. */
  AI?: Ai;
  /** Deployed only, and only where Cloudflare sends the mails (MAIL_ENGINE). */
  EMAIL?: SendEmail;
  /** Deployed only, and only where analytics events go to Workers Analytics Engine; without it they are logged. */
  ANALYTICS?: AnalyticsEngineDataset;
  /** The site's files; none in tests inside workerd. */
  ASSETS?: Pick<Fetcher, "fetch">;
  /** One machine only: says whether its disk is full (workers/local/run-worker.mjs). */
  DISK?: Pick<Fetcher, "fetch">;
};
export type Env = Bindings & Record<string, unknown>;

/**
 * The stand-in for both providers knows these clients only. When it plays sign-in, clients of the real providers in .dev.vars
 * are not used: the stand-in would refuse them, and nobody could sign in.
 */
const CLIENTS_OF_THE_STAND_IN = {
  GOOGLE_CLIENT_ID: "acta-local-google",
  GOOGLE_CLIENT_SECRET: "acta-local-google-secret",
  MICROSOFT_CLIENT_ID: "acta-local-microsoft",
  MICROSOFT_CLIENT_SECRET: "acta-local-microsoft-secret",
};

const LOCAL_DEFAULTS: Record<string, string> = {
  APP_ORIGIN: "http://localhost:8787",
  CONTACT_EMAIL: "support@acta.example",
  ...LOCAL_STAND_INS,
  ...LOCAL_BILLING,
  ...LOCAL_COLLABORATION,
  ...LOCAL_CONNECTIONS,
  ...LOCAL_TASKS,
  ...CLIENTS_OF_THE_STAND_IN,
  R2_BUCKET: "acta-recordings",
  R2_ACCESS_KEY_ID: "acta-local",
  R2_SECRET_ACCESS_KEY: "acta-local-secret",
  SHARE_SECRET: "acta-local-share-secret-of-one-machine",
  CALL_SECRET: "acta-local-call-secret-of-one-machine",
  SECRET_BOX_KEYS: LOCAL_SECRET_BOX_KEYS,
  MAIL_ENGINE: "local",
  MAIL_FROM: "Acta <acta@acta.example>",
  RECORDER_ENGINE: "none",
  SPEECH_ENGINE: "none",
  LANGUAGE_ENGINE: "extractive",
};

/** An own server keeps recordings in its data folder; its start makes the secrets (workers/local/server/secrets.mjs). */
const SELF_HOSTED_DEFAULTS: Record<string, string> = {
  R2_BUCKET: "acta-recordings",
  R2_ACCESS_KEY_ID: "acta",
  SPEECH_ENGINE: "none",
  LANGUAGE_ENGINE: "extractive",
};

const DEFAULTS: Record<string, Record<string, string>> = { local: LOCAL_DEFAULTS, "self-hosted": SELF_HOSTED_DEFAULTS };

/** Path on which the Worker itself answers presigned URLs on one machine; it is part of the signature. */
export const LOCAL_S3_PATH = "/_local/s3";

export type Config = {
  app: AppConfig;
  identity: IdentityConfig;
  /** The origin of the stand-in for Google Calendar, Microsoft Graph and feeds; null means the real ones. */
  calendars: { localOrigin: string | null };
  billing: BillingConfig;
  slack: CollaborationConfig["slack"];
  notion: CollaborationConfig["notion"];
  connections: ConnectionsConfig;
  tasks: TasksConfig;
  s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  speech: {
    engine: "none" | "openai" | "workers-ai" | "local";
    baseUrl: string | null;
    model: string | null;
    apiKey: string | null;
  };
  /** Tells the voices of a recording apart. */
  voices: { engine: "none" | "local" | "container"; url: string | null; token: string | null };
  language: {
    engine: "extractive" | "openai" | "ollama" | "workers-ai" | "local";
    baseUrl: string | null;
    model: string | null;
    apiKey: string | null;
    /** Tokens of the model's context window: input and output of one question together. */
    contextTokens: number;
  };
  /** The server of this machine's language model, which pages ask about it; null where there is none. */
  localModel: { baseUrl: string; apiKey: string } | null;
  recorder: RecorderConfig;
  mail: MailConfig;
  /** The first key seals, all open. */
  secretBoxKeys: readonly SecretBoxKey[];
  /** Secret from which the addresses of shared meetings are derived. */
  shareSecret: string;
  /** Token that authorizes a caller as the operator; null: no caller is the operator. */
  adminToken: string | null;
  objects: { locationHint: DurableObjectLocationHint | null; jurisdiction: "eu" | null };
};

export type MailConfig = {
  /** `none`: no mail is sent. */
  engine: "none" | "local" | "resend" | "cloudflare" | "smtp";
  from: string | null;
  apiKey: string | null;
  /** smtps://user:password@host:465 */
  smtpUrl: string | null;
};

export type RecorderConfig = {
  /** `none`: no bot can be sent into a call. */
  engine: "none" | "acta" | "attendee" | "recall";
  url: string | null;
  token: string | null;
  /** Secret with which a hosted recorder signs its webhooks. */
  webhookSecret: string | null;
  /** Secret from which the token of each call's recorder is derived. */
  callSecret: string;
  /** The origin at which our recorder reaches Acta with what it recorded. */
  sinkOrigin: string;
};

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`Acta is not configured: ${problems.join("; ")}`);
    this.name = "ConfigError";
  }
}

/** Parses the text variables of an environment. Throws ConfigError naming every variable that is missing or wrong. */
export function parseConfig(env: Record<string, unknown>): Config {
  const production = env.ENVIRONMENT === "production";
  const texts: Record<string, unknown> = { ...DEFAULTS[String(env.ENVIRONMENT)] };
  for (const [name, value] of Object.entries(env)) if (typeof value === "string" && value !== "") texts[name] = value;

  const parsed = variables.safeParse(texts);
  if (!parsed.success) {
    // Without it nothing else can be judged: which variables are missing depends on it.
    const environment = parsed.error.issues.find((issue) => issue.path[0] === "ENVIRONMENT");
    if (environment) throw new ConfigError([describe("ENVIRONMENT", texts)]);
    throw new ConfigError(parsed.error.issues.map((issue) => describe(String(issue.path[0]), texts)));
  }
  const values = {
    ...parsed.data,
    ...(parsed.data.IDENTITY_ORIGIN && env.ENVIRONMENT === "local" ? CLIENTS_OF_THE_STAND_IN : {}),
  };
  const problems = problemsOf(values, {
    hasAi: production && isBinding(env.AI),
    hasEmail: isBinding(env.EMAIL),
  });
  if (problems.length > 0) throw new ConfigError(problems);

  const connections = connectionsConfigOf(values);
  const endpoint = values.R2_S3_ENDPOINT ?? `${values.APP_ORIGIN}${LOCAL_S3_PATH}`;
  return {
    app: {
      environment: values.ENVIRONMENT,
      origin: values.APP_ORIGIN,
      contactEmail: values.CONTACT_EMAIL,
      signIn: signInChoices(identityConfigOf(values)),
      planOfAll: values.ENVIRONMENT === "self-hosted" && values.BILLING_ENGINE === "none" ? "business" : null,
      uploadOrigin: new URL(endpoint).origin,
      signInOrigins: [
        ...new Set([
          ...signInOrigins(values, localOriginsOf(values)),
          ...consentOrigins(connections),
          ...(connections.localOrigin === null ? taskOrigins(tasksConfigOf(values)) : []),
          ...collaborationOrigins(values, connections.localOrigin),
        ]),
      ],
      links: { jitsiHosts: values.EXTRA_MEETING_HOSTS ?? [], localOrigin: values.LOCAL_MEETING_ORIGIN ?? null },
      speech: values.SPEECH_ENGINE,
      voices: values.VOICES_ENGINE,
      language: values.LANGUAGE_ENGINE,
      recorder: values.RECORDER_ENGINE,
      mail: values.MAIL_ENGINE,
      webhooks: { localOrigin: values.WEBHOOK_ORIGIN ?? null },
    },
    identity: identityConfigOf(values),
    calendars: { localOrigin: values.CALENDAR_ORIGIN ?? null },
    billing: billingConfigOf(values),
    ...collaborationConfigOf(values, connections.localOrigin),
    connections,
    tasks: tasksConfigOf(values),
    s3: {
      endpoint,
      bucket: values.R2_BUCKET,
      accessKeyId: values.R2_ACCESS_KEY_ID,
      secretAccessKey: values.R2_SECRET_ACCESS_KEY,
    },
    speech: engineOf(values.SPEECH_ENGINE, values.SPEECH_BASE_URL, values.SPEECH_MODEL, values.SPEECH_API_KEY),
    voices: { engine: values.VOICES_ENGINE, url: values.VOICES_URL ?? null, token: values.VOICES_TOKEN ?? null },
    language: {
      ...engineOf(values.LANGUAGE_ENGINE, values.LANGUAGE_BASE_URL, values.LANGUAGE_MODEL, values.LANGUAGE_API_KEY),
      contextTokens: values.LANGUAGE_CONTEXT_TOKENS,
    },
    localModel:
      values.LOCAL_MODEL_URL && values.LOCAL_MODEL_KEY
        ? { baseUrl: values.LOCAL_MODEL_URL, apiKey: values.LOCAL_MODEL_KEY }
        : null,
    recorder: {
      engine: values.RECORDER_ENGINE,
      url: values.RECORDER_URL ?? null,
      token: values.RECORDER_TOKEN ?? null,
      webhookSecret: values.RECORDER_WEBHOOK_SECRET ?? null,
      callSecret: values.CALL_SECRET,
      sinkOrigin: values.RECORDER_SINK_ORIGIN ?? values.APP_ORIGIN,
    },
    mail: {
      engine: values.MAIL_ENGINE,
      from: values.MAIL_FROM ?? null,
      apiKey: values.MAIL_API_KEY ?? null,
      smtpUrl: values.MAIL_SMTP_URL ?? null,
    },
    secretBoxKeys: values.SECRET_BOX_KEYS,
    shareSecret: values.SHARE_SECRET,
    adminToken: values.ADMIN_TOKEN ?? null,
    objects: { locationHint: values.LOCATION_HINT ?? null, jurisdiction: values.JURISDICTION ?? null },
  };
}

/** Origins that a form of ours may lead on to, where stand-ins play the providers. */
function localOriginsOf({ IDENTITY_ORIGIN, CALENDAR_ORIGIN }: Variables): string[] | null {
  const origins = [IDENTITY_ORIGIN, CALENDAR_ORIGIN].filter((each) => each !== undefined);
  return origins.length === 0 ? null : [...new Set(origins)];
}

function engineOf<Engine extends string>(engine: Engine, baseUrl?: string, model?: string, apiKey?: string) {
  return { engine, baseUrl: baseUrl ?? null, model: model ?? null, apiKey: apiKey ?? null };
}

function describe(name: string, texts: Record<string, unknown>): string {
  return texts[name] === undefined ? `${name} is missing` : `${name} has a value that cannot be used`;
}

function isBinding(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

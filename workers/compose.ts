import type { AnalyticsSink } from "#app/analytics/events.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { extractiveModel } from "#app/server/adapters/extractive/extractive-model.ts";
import { meetingObjectChats } from "#app/server/adapters/meeting-object/meeting-object-chats.ts";
import { meetingObjectProcess } from "#app/server/adapters/meeting-object/meeting-object-process.ts";
import { meetingObjectEdits } from "#app/server/adapters/meeting-object/meeting-object-edits.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { localSpeech } from "#app/server/adapters/openai/local-speech.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { s3Presigner } from "#app/server/adapters/s3/s3-presigner.ts";
import { cloudflareRateLimiter } from "#app/server/adapters/rate-limits/cloudflare-rate-limiter.ts";
import { createIdentityProvider } from "#app/server/adapters/identity/identity-provider.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import { workersAiSpeech } from "#app/server/adapters/workers-ai/workers-ai-speech.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { invariant, assertNever } from "#app/domain/invariant.ts";
import { consoleLog } from "#app/server/log.ts";
import { paperWriter } from "#app/server/paper/paper-writer.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { shareTokens } from "#app/server/sharing/share-tokens.ts";
import type { MeetingChatStub } from "#app/server/ports/meeting-chat.ts";
import type { MeetingEditsStub } from "#app/server/ports/meeting-edits.ts";
import type { MeetingObjectStub } from "#app/server/ports/meeting-process.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import type { Services } from "#app/server/services.ts";
import { type Config, type Env, parseConfig } from "#workers/config.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { meetingLists } from "#workers/meeting/lists.ts";
import { recordingMedia } from "#workers/meeting/recording-media.ts";
import { bundledFonts } from "#workers/paper/fonts.ts";

/** The only file that picks adapters. */

let parsed: { env: unknown; config: Config } | null = null;

/** The configuration of this isolate; throws ConfigError. */
export function configOf(env: Env): Config {
  if (parsed?.env !== env) parsed = { env, config: parseConfig(env) };
  return parsed.config;
}

export function composeServices(env: Env, waitUntil: (work: Promise<unknown>) => void): Services {
  const config = configOf(env);
  const log = consoleLog;
  return {
    config: config.app,
    db: openDatabase(env.DB),
    store: r2RecordingStore(env.RECORDINGS),
    presigner: s3Presigner(config.s3),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    chats: meetingObjectChats((meetId) => meetingStub(env, meetId)),
    edits: meetingObjectEdits((meetId) => meetingStub(env, meetId)),
    rates: cloudflareRateLimiter({
      "sign-in": env.RATE_SIGN_IN,
      network: env.RATE_NETWORK,
      upload: env.RATE_UPLOAD,
      retry: env.RATE_RETRY,
      poll: env.RATE_POLL,
      share: env.RATE_SHARE,
      chat: env.RATE_CHAT,
      edit: env.RATE_EDIT,
      parts: env.RATE_PARTS,
    }),
    identity: identityOf(config),
    shareTokens: shareTokens(config.shareSecret),
    analytics: logAnalytics,
    log,
    now: Date.now,
    waitUntil,
  };
}

let identity: { config: Config; providers: Services["identity"] } | null = null;

/** One pair of providers an isolate: they keep the signing keys. */
function identityOf(config: Config): Services["identity"] {
  if (identity?.config !== config) {
    const { origin } = config.app;
    const { google, microsoft, localOrigin } = config.identity;
    const providers = {
      google: createIdentityProvider("google", { origin, localOrigin, ...google }),
      microsoft: createIdentityProvider("microsoft", { origin, localOrigin, ...microsoft }),
    };
    identity = { config, providers };
  }
  return identity.providers;
}

/** What a meeting object may do to the world outside its own storage. */
export function composeMeeting(env: Env): MeetingDeps {
  const config = configOf(env);
  const extractive = extractiveModel();
  const now = Date.now;
  return {
    store: r2RecordingStore(env.RECORDINGS),
    media: recordingMedia,
    speech: speechEngine(env, config.speech),
    language: languageModel(env, config.language) ?? extractive,
    extractive,
    lists: meetingLists(openDatabase(env.DB), now),
    paper: paperWriter({ fonts: bundledFonts, origin: config.app.origin }),
    log: consoleLog,
    now,
    random: Math.random,
  };
}

/** The one place that makes a meeting's stub: where an object lives is decided by the first, and for ever. */
function meetingStub(env: Env, meetId: MeetId): MeetingObjectStub & MeetingChatStub & MeetingEditsStub {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.MEETINGS : env.MEETINGS.jurisdiction(jurisdiction);
  return namespace.get(namespace.idFromName(meetId), locationHint === null ? {} : { locationHint });
}

/** Null where none is configured. */
function speechEngine({ AI }: Env, { engine, baseUrl, model, apiKey }: Config["speech"]): SpeechEngine | null {
  switch (engine) {
    case "none":
      return null;
    case "openai":
      invariant(baseUrl !== null, "configuration has a base URL for speech");
      return openAiSpeech({ baseUrl, model, apiKey });
    case "workers-ai":
      invariant(AI !== undefined, "configuration has an AI binding for speech");
      return workersAiSpeech({ ai: AI, model });
    case "local":
      invariant(baseUrl !== null && model !== null && apiKey !== null, "`npm start` says where local speech stands");
      return localSpeech({ baseUrl, model, apiKey });
    default:
      return assertNever(engine);
  }
}

/** Null where summaries are extracted only. */
function languageModel({ AI }: Env, config: Config["language"]): LanguageModel | null {
  const { engine, baseUrl, model, apiKey, contextTokens } = config;
  switch (engine) {
    case "extractive":
      return null;
    case "openai":
      invariant(baseUrl !== null && model !== null, "configuration has a base URL and a model for language");
      return openAiLanguage({ baseUrl, model, apiKey, contextTokens });
    case "workers-ai":
      invariant(AI !== undefined, "configuration has an AI binding for language");
      return workersAiLanguage({ ai: AI, model, contextTokens });
    default:
      return assertNever(engine);
  }
}

const logAnalytics: AnalyticsSink = {
  track: (name, who) => consoleLog("analytics", { name, userId: who.userId }),
};

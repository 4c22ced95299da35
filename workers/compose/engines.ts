import { assertNever, invariant } from "#app/domain/invariant.ts";
import { createIdentityProvider, createOidcProvider } from "#app/server/adapters/identity/identity-provider.ts";
import { cloudflareMailer } from "#app/server/adapters/mail/cloudflare-mailer.ts";
import { localOutbox } from "#app/server/adapters/mail/local-outbox.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { smtpMailer } from "#app/server/adapters/mail/smtp-mailer.ts";
import { localLanguage } from "#app/server/adapters/openai/local-language.ts";
import { localSpeech } from "#app/server/adapters/openai/local-speech.ts";
import { voicesServer } from "#app/server/adapters/openai/voices-server.ts";
import { ollamaLanguage, openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";
import { attendeeRecorder } from "#app/server/adapters/recorder/attendee-recorder.ts";
import { ownRecorder } from "#app/server/adapters/recorder/own-recorder.ts";
import { recallRecorder } from "#app/server/adapters/recorder/recall-recorder.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import { workersAiSpeech } from "#app/server/adapters/workers-ai/workers-ai-speech.ts";
import { consoleLog, type Log } from "#app/server/log.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { LocalOutbox, Mailer } from "#app/server/ports/mailer.ts";
import type { Recorder } from "#app/server/ports/recorder.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import type { VoicesEngine } from "#app/server/ports/voices.ts";
import type { Services } from "#app/server/services.ts";
import { configOf } from "#workers/compose/objects.ts";
import type { Config, Env } from "#workers/config.ts";
import { RECORDER_WEBHOOK_PATH } from "#workers/recorder-paths.ts";

/** The outside services that the configuration names. */

let identity: { config: Config; providers: Services["identity"] } | null = null;

/** One set of providers an isolate: they keep the signing keys. */
export function identityOf(config: Config): Services["identity"] {
  if (identity?.config !== config) {
    const { origin } = config.app;
    const { google, microsoft, oidc, localOrigin } = config.identity;
    const providers = {
      ...(google && { google: createIdentityProvider("google", { origin, localOrigin, ...google }) }),
      ...(microsoft && { microsoft: createIdentityProvider("microsoft", { origin, localOrigin, ...microsoft }) }),
      ...(oidc && { oidc: createOidcProvider({ origin, ...oidc }) }),
    };
    identity = { config, providers };
  }
  return identity.providers;
}

/** Null when no bot can be sent into a call. */
export function recorderOf(env: Env): Recorder | null {
  const { app, recorder } = configOf(env);
  const { engine, url, token, webhookSecret } = recorder;
  if (engine === "none") return null;
  invariant(url !== null && token !== null, "configuration has an address and a token for the recorder");
  switch (engine) {
    case "acta":
      return ownRecorder({ baseUrl: url, token });
    case "attendee": {
      const webhookUrl = `${app.origin}${RECORDER_WEBHOOK_PATH}attendee`;
      invariant(webhookSecret !== null, "configuration has a secret for the recorder's webhooks");
      return attendeeRecorder({ baseUrl: url, token, webhookUrl, webhookSecret });
    }
    case "recall":
      invariant(webhookSecret !== null, "configuration has a secret for the recorder's webhooks");
      return recallRecorder({ baseUrl: url, token, webhookSecret });
    default:
      return assertNever(engine);
  }
}

/** Null when no mail is sent. Requests have a log of their own; consumers of a workspace's events use the ordinary one. */
export function mailerOf(env: Env, log: Log = consoleLog): Mailer | null {
  const { engine, from, apiKey, smtpUrl } = configOf(env).mail;
  if (engine === "none") return null;
  if (engine === "local") return outboxOf(env, log);
  invariant(from !== null, "configuration has a sender for mails");
  switch (engine) {
    case "resend":
      invariant(apiKey !== null, "configuration has a key for mails");
      return resendMailer({ apiKey, from, log });
    case "cloudflare":
      invariant(env.EMAIL !== undefined, "configuration has a binding for mails");
      return cloudflareMailer({ email: env.EMAIL, from, log });
    case "smtp":
      invariant(smtpUrl !== null, "configuration has a server for mails");
      return smtpMailer({ url: smtpUrl, from, log });
    default:
      return assertNever(engine);
  }
}

/** The mails of one machine. */
export function outboxOf(env: Env, log: Log): Mailer & LocalOutbox {
  const { app, mail } = configOf(env);
  invariant(app.environment === "local", "only one machine has an outbox");
  return localOutbox({ bucket: env.RECORDINGS, from: mail.from ?? "", now: Date.now, log });
}

/** Null when none is configured. */
export function speechEngine({ AI }: Env, { engine, baseUrl, model, apiKey }: Config["speech"]): SpeechEngine | null {
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

/** Null when the voices of recordings are not told apart. */
export function voicesEngine({ speech, voices }: Pick<Config, "speech" | "voices">): VoicesEngine | null {
  switch (voices.engine) {
    case "none":
      return null;
    case "local": {
      const { baseUrl, apiKey } = speech;
      invariant(baseUrl !== null && apiKey !== null, "`npm start` says where local speech stands");
      return voicesServer({ baseUrl, apiKey });
    }
    case "container":
      invariant(voices.url !== null && voices.token !== null, "configuration has an address and a token for voices");
      return voicesServer({ baseUrl: voices.url, apiKey: voices.token });
    default:
      return assertNever(voices.engine);
  }
}

/** Null when summaries are only extracted. */
export function languageModel({ AI }: Env, config: Config["language"]): LanguageModel | null {
  const { engine, baseUrl, model, apiKey, contextTokens } = config;
  switch (engine) {
    case "extractive":
      return null;
    case "openai":
    case "ollama": {
      invariant(baseUrl !== null && model !== null, "configuration has a base URL and a model for language");
      const server = { baseUrl, model, apiKey, contextTokens };
      return engine === "ollama" ? ollamaLanguage(server) : openAiLanguage(server);
    }
    case "workers-ai":
      invariant(AI !== undefined, "configuration has an AI binding for language");
      return workersAiLanguage({ ai: AI, model, contextTokens });
    case "local":
      invariant(baseUrl !== null && model !== null && apiKey !== null, "`npm start` says where the local model stands");
      return localLanguage({ baseUrl, model, apiKey });
    default:
      return assertNever(engine);
  }
}

import { type MeetId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { invariant, assertNever } from "#app/domain/invariant.ts";
import { DELIVERY_MS_MAX } from "#app/domain/limits/domain-events.ts";
import { countCallRequest } from "#app/server/account/call-requests.ts";
import { deleteAccountStep, type DeletionNeeds } from "#app/server/account/delete-account.ts";
import { engineAnalytics, logAnalytics } from "#app/server/adapters/analytics/analytics-sinks.ts";
import { googleCalendar } from "#app/server/adapters/calendars/google-calendar.ts";
import { icsFeedReader } from "#app/server/adapters/calendars/ics-feed.ts";
import { microsoftGraph } from "#app/server/adapters/calendars/microsoft-graph.ts";
import { extractiveModel } from "#app/server/adapters/extractive/extractive-model.ts";
import { createIdentityProvider } from "#app/server/adapters/identity/identity-provider.ts";
import { cloudflareMailer } from "#app/server/adapters/mail/cloudflare-mailer.ts";
import { localOutbox } from "#app/server/adapters/mail/local-outbox.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import {
  byMeeting,
  callObjectProcess,
  meetingObjectProcess,
} from "#app/server/adapters/meeting-object/meeting-objects.ts";
import { localLanguage, localModel } from "#app/server/adapters/openai/local-language.ts";
import { localSpeech } from "#app/server/adapters/openai/local-speech.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";
import { r2RecordingProcess } from "#app/server/adapters/r2/r2-recording-process.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { cloudflareRateLimiter } from "#app/server/adapters/rate-limits/cloudflare-rate-limiter.ts";
import { attendeeRecorder } from "#app/server/adapters/recorder/attendee-recorder.ts";
import { ownRecorder } from "#app/server/adapters/recorder/own-recorder.ts";
import { recallRecorder } from "#app/server/adapters/recorder/recall-recorder.ts";
import { s3Presigner } from "#app/server/adapters/s3/s3-presigner.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import { workersAiLanguage } from "#app/server/adapters/workers-ai/workers-ai-language.ts";
import { workersAiSpeech } from "#app/server/adapters/workers-ai/workers-ai-speech.ts";
import { mailWriter } from "#app/mail/mail-writer.tsx";
import { openDatabase } from "#app/server/db/database.ts";
import { consoleLog, type Log } from "#app/server/log.ts";
import { prepareFor, prepareMail } from "#app/server/mail/prepare-mail.ts";
import { endCalendars } from "#app/server/calendars/end-calendars.ts";
import { dropMeeting, moveMeeting, planMeeting } from "#app/server/calendars/plan-meeting.ts";
import { unsubscribeTokens } from "#app/server/mail/unsubscribe-tokens.ts";
import { findOwner } from "#app/server/meetings/access-to.ts";
import { pdfWriter } from "#app/server/pdf/write-pdf.ts";
import type { CalendarAccounts } from "#app/server/ports/calendar-account.ts";
import type { CallListenerStub, CallObjectStub, CallProcess } from "#app/server/ports/call-process.ts";
import type { WorkspaceObjectStub } from "#app/server/ports/event-consumer.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { LocalOutbox, Mailer } from "#app/server/ports/mailer.ts";
import type { MeetingChatStub } from "#app/server/ports/meeting-chat.ts";
import type { MeetingEditsStub } from "#app/server/ports/meeting-edits.ts";
import type { MeetingObjectStub } from "#app/server/ports/meeting-process.ts";
import type { Recorder } from "#app/server/ports/recorder.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { signSink } from "#app/server/recorder/sink-token.ts";
import { storeNotice } from "#app/server/recorder/recorded-notice.ts";
import type { Services } from "#app/server/services.ts";
import { listPlaces } from "#app/server/search/listed-places.ts";
import { shareTokens } from "#app/server/sharing/share-tokens.ts";
import { callNoteKey } from "#app/server/storage/keys.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { type CallDeps, meetingContext } from "#workers/call/deps.ts";
import { callMedia } from "#workers/call/media.ts";
import { readCallNote } from "#workers/call/watch-calls.ts";
import { type Config, type Env, parseConfig } from "#workers/config.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { meetingLists } from "#workers/meeting/publish/list-subscriber.ts";
import { recordingMedia } from "#workers/meeting/upload/recording-media.ts";
import { bundledFonts } from "#workers/pdf/fonts.ts";
import { RECORDER_CALLS_PATH, RECORDER_WEBHOOK_PATH } from "#workers/recorder-paths.ts";
import { restBetweenTurns } from "#workers/rest-between-turns.ts";
import { bundledSamples } from "#workers/sample/bundled-samples.ts";
import type { WorkspaceDeps } from "#workers/workspace/deliver-events.ts";
import type { MailDeps } from "#workers/workspace/mail/send-mails.ts";

/** The only file that picks adapters. */

let parsed: { env: unknown; config: Config } | null = null;

/** The configuration of this isolate; throws ConfigError. */
export function configOf(env: Env): Config {
  if (parsed?.env !== env) parsed = { env, config: parseConfig(env) };
  return parsed.config;
}

/** `log`: requests have one of their own (workers/request-log.ts). */
export function composeServices(
  env: Env,
  waitUntil: (work: Promise<unknown>) => void,
  log: Log = consoleLog,
): Services {
  const config = configOf(env);
  return {
    config: config.app,
    db: openDatabase(env.DB),
    store: r2RecordingStore(env.RECORDINGS),
    presigner: s3Presigner(config.s3),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    chats: byMeeting<MeetingChatStub>((meetId) => meetingStub(env, meetId)),
    edits: byMeeting<MeetingEditsStub>((meetId) => meetingStub(env, meetId)),
    calls: composeCalls(env),
    accounts: { deleteAccount: (userId) => workspaceStub(env, personalWorkspaceOf(userId)).deleteAccount(userId) },
    calendarAccounts: composeCalendarAccounts(env),
    calendarClients: calendarClientsOf(config),
    calendarFeeds: feedReaderOf(config),
    searchIndex: { search: (asked) => workspaceStub(env, asked.workspaceId).search(asked) },
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
    localModel: config.language.engine === "local" ? localModel(localServerOf(config.language)) : null,
    shareTokens: shareTokens(config.shareSecret),
    samples: bundledSamples,
    secretBox: aesGcmSecretBox(config.secretBoxKeys),
    mailer: mailerOf(env, log),
    mailStatus: { undelivered: (workspaceId, userId) => workspaceStub(env, workspaceId).undeliveredMails(userId) },
    unsubscribeTokens: unsubscribeTokens(config.shareSecret),
    analytics: env.ANALYTICS ? engineAnalytics(env.ANALYTICS, log) : logAnalytics(log),
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

/** Builds the dependencies through which a meeting object reaches the world outside its own storage. */
export function composeMeeting(env: Env): MeetingDeps {
  const config = configOf(env);
  const extractive = extractiveModel(rests);
  const now = Date.now;
  return {
    store: r2RecordingStore(env.RECORDINGS),
    recordings: r2RecordingProcess(env.RECORDINGS),
    calls: composeCalls(env),
    media: recordingMedia,
    speech: speechEngine(env, config.speech),
    language: languageModel(env, config.language) ?? extractive,
    extractive,
    lists: meetingLists(openDatabase(env.DB), now),
    tellWorkspace: (workspaceId, meetId, events) => workspaceStub(env, workspaceId).takeEvents(meetId, events),
    pdf: pdfWriter({ fonts: bundledFonts, origin: config.app.origin }),
    log: consoleLog,
    now,
    random: Math.random,
    rests,
  };
}

const rests = () => restBetweenTurns(Date.now, (ms) => scheduler.wait(ms));

/** The calls as meetings and use cases see them. */
export function composeCalls(env: Env): CallProcess {
  const store = r2RecordingStore(env.RECORDINGS);
  return callObjectProcess({
    ofRoom: (platform, roomKey) => callStub(env, (calls) => calls.idFromName(`${platform}:${roomKey}`)),
    async ofCall(callId) {
      const object = readCallNote(await store.getText(callNoteKey(callId)));
      return object === null ? null : callObjectOf(env, object);
    },
  });
}

/** The object of a call by the id that its recorder was given; null when the text is not an id of ours. */
export function callObjectOf(env: Env, object: string): CallObjectStub | null {
  try {
    return callStub(env, (calls) => calls.idFromString(object));
  } catch (error) {
    // We signed the id, so only a deployment with other objects gets here.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The only place that makes a room's stub. */
function callStub(env: Env, idOf: (calls: Env["CALLS"]) => DurableObjectId): CallObjectStub {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.CALLS : env.CALLS.jurisdiction(jurisdiction);
  return namespace.get(idOf(namespace), locationHint === null ? {} : { locationHint });
}

/** Builds the dependencies through which a call object reaches the world outside its own storage. */
export function composeCall(env: Env): CallDeps {
  const config = configOf(env);
  return {
    recorder: recorderOf(env),
    store: r2RecordingStore(env.RECORDINGS),
    bucket: env.RECORDINGS,
    media: callMedia,
    mayRequest: (askerUserId) => countCallRequest(openDatabase(env.DB), askerUserId, Date.now()),
    ownerOf: (meetId) => findOwner(openDatabase(env.DB), meetId),
    tell: meetingContext((meetId) => meetingStub(env, meetId)),
    async sinkOf(callId, object) {
      const token = await signSink(config.recorder.callSecret, callId, object);
      return { url: `${config.app.origin}${RECORDER_CALLS_PATH}${callId}`, token };
    },
    noticeOf: (callId, meetIds) =>
      storeNotice(
        { db: openDatabase(env.DB), secret: config.recorder.callSecret, origin: config.app.origin },
        { callId, meetIds, now: Date.now() },
      ),
    video: true,
    log: consoleLog,
    now: () => Date.now(),
    random: Math.random,
  };
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
  const { engine, from, apiKey } = configOf(env).mail;
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

/** The only place that makes a meeting's stub: the first stub decides the object's location for ever. */
function meetingStub(
  env: Env,
  meetId: MeetId,
): MeetingObjectStub & MeetingChatStub & MeetingEditsStub & CallListenerStub {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.MEETINGS : env.MEETINGS.jurisdiction(jurisdiction);
  return namespace.get(namespace.idFromName(meetId), locationHint === null ? {} : { locationHint });
}

/** Builds a workspace object's dependencies outside its own storage, and the consumers that follow its meetings. */
export function composeWorkspace(env: Env): WorkspaceDeps {
  return {
    searchSource: {
      read: (meetId) => meetingStub(env, meetId).searchable(),
      list: (workspaceId, after) => listPlaces(openDatabase(env.DB), workspaceId, after),
    },
    mail: composeMails(env),
    deleteAccountStep: (step, asked) => deleteAccountStep(deletionNeeds(env), step, asked),
    rests,
    consumers: [],
    log: consoleLog,
    now: () => Date.now(),
    random: Math.random,
    deliveryMsMax: DELIVERY_MS_MAX,
  };
}

function composeMails(env: Env): MailDeps {
  const { app, shareSecret } = configOf(env);
  const { origin } = app;
  const needs = {
    db: openDatabase(env.DB),
    writer: mailWriter({ origin }),
    unsubscribeTokens: unsubscribeTokens(shareSecret),
    origin,
  };
  return {
    mailer: mailerOf(env),
    read: (meetId) => meetingStub(env, meetId).mailable(),
    prepare: (meeting) => prepareMail(needs, meeting),
    readPlan: (meetId) => meetingStub(env, meetId).planned(),
    prepareWarning: (userId, content) => prepareFor(needs, userId, content),
  };
}

/** What is connected to an account outside Acta. A feature that stores a provider's token or a subscription adds it here. */
function deletionNeeds(env: Env): DeletionNeeds {
  return {
    config: configOf(env).app,
    db: openDatabase(env.DB),
    store: r2RecordingStore(env.RECORDINGS),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    mailer: mailerOf(env),
    mailWriter: mailWriter({ origin: configOf(env).app.origin }),
    tokens: [endCalendars({ db: openDatabase(env.DB), calendarAccounts: composeCalendarAccounts(env) })],
    subscriptions: [],
    log: consoleLog,
    now: Date.now,
  };
}

/** The account objects, by the account's id. The only place that makes their stubs. */
function composeCalendarAccounts(env: Env): CalendarAccounts {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.CALENDARS : env.CALENDARS.jurisdiction(jurisdiction);
  const options = locationHint === null ? {} : { locationHint };
  return { of: (accountId) => namespace.get(namespace.idFromName(accountId), options) };
}

function calendarClientsOf({ app, identity: clients, calendars }: Config): Services["calendarClients"] {
  const { localOrigin } = calendars;
  const redirectUri = (provider: string) => `${app.origin}/api/acta/calendar-accounts/connect/${provider}/callback`;
  const { links } = app;
  return {
    google: googleCalendar({ ...clients.google, localOrigin, redirectUri: redirectUri("google"), links }),
    microsoft: microsoftGraph({ ...clients.microsoft, localOrigin, redirectUri: redirectUri("microsoft"), links }),
  };
}

function feedReaderOf({ app, calendars }: Config): Services["calendarFeeds"] {
  return icsFeedReader({ localOrigin: calendars.localOrigin, links: app.links });
}

/** Builds the dependencies through which an account's object reaches the world outside its own storage. */
export function composeCalendar(env: Env): CalendarDeps {
  const config = configOf(env);
  const now = () => Date.now();
  const needs = {
    config: config.app,
    db: openDatabase(env.DB),
    store: r2RecordingStore(env.RECORDINGS),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    log: consoleLog,
    now,
  };
  return {
    db: needs.db,
    secretBox: aesGcmSecretBox(config.secretBoxKeys),
    clients: calendarClientsOf(config),
    feeds: feedReaderOf(config),
    plan: (asked) => planMeeting(needs, asked),
    moveMeeting: (meetId, asked) => moveMeeting(needs, meetId, asked),
    dropMeeting: (meetId, ownership) => dropMeeting(needs, meetId, ownership),
    log: consoleLog,
    now,
    random: Math.random,
  };
}

/** The only place that makes a workspace's stub. */
function workspaceStub(env: Env, workspaceId: string): WorkspaceObjectStub {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.WORKSPACES : env.WORKSPACES.jurisdiction(jurisdiction);
  return namespace.get(namespace.idFromName(workspaceId), locationHint === null ? {} : { locationHint });
}

/** Null when none is configured. */
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

/** Null when summaries are only extracted. */
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
    case "local":
      return localLanguage(localServerOf(config));
    default:
      return assertNever(engine);
  }
}

function localServerOf({ baseUrl, model, apiKey }: Config["language"]) {
  invariant(baseUrl !== null && model !== null && apiKey !== null, "`npm start` says where the local model stands");
  return { baseUrl, model, apiKey };
}

import { type MeetId, personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { DELIVERY_MS_MAX } from "#app/domain/limits/domain-events.ts";
import { mailWriter } from "#app/mail/write-mails.tsx";
import { countCallRequest } from "#app/server/account/call-requests.ts";
import { deleteAccountStep, type DeletionNeeds } from "#app/server/account/delete-account.ts";
import { engineAnalytics, logAnalytics } from "#app/server/adapters/analytics/analytics-sinks.ts";
import { extractiveModel } from "#app/server/adapters/extractive/extractive-model.ts";
import { byMeeting, meetingObjectProcess } from "#app/server/adapters/meeting-object/meeting-objects.ts";
import { localModel } from "#app/server/adapters/openai/local-language.ts";
import { r2RecordingProcess } from "#app/server/adapters/r2/r2-recording-process.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { cloudflareRateLimiter } from "#app/server/adapters/rate-limits/cloudflare-rate-limiter.ts";
import { s3Presigner } from "#app/server/adapters/s3/s3-presigner.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import { webhookSender } from "#app/server/adapters/webhooks/send-webhook.ts";
import { endSubscriptions } from "#app/server/billing/end-subscriptions.ts";
import { keepContacts } from "#app/server/billing/keep-contact.ts";
import { endConnections } from "#app/server/connections/change-connections.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { mayHaveDestinations } from "#app/server/deliveries/may-have-destinations.ts";
import { consoleLog, type Log } from "#app/server/log.ts";
import { keepOutTokens } from "#app/server/tokens/keep-out-tokens.ts";
import { findSeries, noteGone } from "#app/server/deliveries/series-follow-ups.ts";
import { writeSeriesFollowUp } from "#app/server/deliveries/write-series-follow-up.ts";
import { clearParked, markParked, readParked } from "#app/server/deliveries/parked-destinations.ts";
import { prepareFollowUp } from "#app/server/mail/prepare-follow-up.ts";
import { prepareFor, prepareMail, prepareWarning } from "#app/server/mail/prepare-mail.ts";
import { readDigest } from "#app/server/digests/read-digest.ts";
import { isInvited } from "#app/server/calendars/find-invitation.ts";
import { endCalendars } from "#app/server/calendars/end-calendars.ts";
import { unsubscribeTokens } from "#app/server/tokens/unsubscribe-tokens.ts";
import { saltedHash } from "#app/server/tokens/salted-hash.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { isShownToTeam, listTeamChanges, noteTeamChange, removeTeamChanges } from "#app/server/workspace/team-index.ts";
import { findOwner, isShownTo } from "#app/server/workspace/access-to.ts";
import { pdfWriter } from "#app/server/exports/pdf/write-pdf.ts";
import { openPagesOf } from "#app/server/adapters/workspace-object/open-pages.ts";
import type { MeetingChatStub } from "#app/server/ports/meeting-chat.ts";
import type { SplitMeetingStub } from "#app/server/ports/split-meetings.ts";
import type { MergedMeetingStub } from "#app/server/ports/merged-meetings.ts";
import type { MeetingEditsStub } from "#app/server/ports/meeting-edits.ts";
import { noticeOf } from "#app/server/recorder/recorded-notice.ts";
import { insertNotices } from "#app/server/workspace/insert-notices.ts";
import { signSink } from "#app/server/tokens/sink-token.ts";
import { listPlaces } from "#app/server/search/listed-places.ts";
import type { AccountConnection } from "#app/server/ports/account-process.ts";
import type { Services } from "#app/server/services.ts";
import { shareTokens } from "#app/server/tokens/share-tokens.ts";
import { wordsOfMeeting } from "#app/server/words/read-words.ts";
import { endWebhooks } from "#app/server/webhooks/change-webhooks.ts";
import { findReceivers, readDestination } from "#app/server/webhooks/read-destination.ts";
import { type CallDeps, meetingContext } from "#workers/call/deps.ts";
import { callMedia } from "#workers/call/media.ts";
import {
  identityOf,
  languageModel,
  mailerOf,
  recorderOf,
  speechEngine,
  voicesEngine,
} from "#workers/compose/engines.ts";
import { composeCalls, composeHere, configOf, listsOf, meetingStub, workspaceStub } from "#workers/compose/objects.ts";
import { billingOf } from "#workers/compose/billing.ts";
import { collaborationOf, composeConnections, connectionClientsOf } from "#workers/compose/connections.ts";
import { crmsOf } from "#workers/compose/crms.ts";
import { taskServicesOf } from "#workers/compose/tasks.ts";
import {
  calendarClientsOf,
  calendarNeedsOf,
  composeCalendarAccounts,
  feedReaderOf,
} from "#workers/compose/calendars.ts";
import type { Env } from "#workers/config.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { meetingLists, toldLists } from "#workers/meeting/publish/list-subscriber.ts";
import { recordingMedia } from "#workers/meeting/upload/recording-media.ts";
import { facesOf } from "#workers/pdf/fonts.ts";
import { RECORDER_CALLS_PATH } from "#workers/recorder-paths.ts";
import { restBetweenTurns } from "#workers/rest-between-turns.ts";
import { bundledSamples } from "#workers/sample/bundled-samples.ts";
import { commonWords } from "#workers/words/common-words.ts";
import type { WorkspaceDeps } from "#workers/workspace/deliver-events.ts";
import type { MailDeps } from "#workers/workspace/mail/send-mails.ts";
import type { WebhookDeps } from "#workers/workspace/webhooks/send-webhook-message.ts";

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
    lists: listsOf(env),
    store: r2RecordingStore(env.RECORDINGS),
    presigner: s3Presigner(config.s3),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    chats: byMeeting<MeetingChatStub>((meetId) => meetingStub(env, meetId)),
    edits: byMeeting<MeetingEditsStub>((meetId) => meetingStub(env, meetId)),
    merges: byMeeting<MergedMeetingStub>((meetId) => meetingStub(env, meetId)),
    splits: byMeeting<SplitMeetingStub>((meetId) => meetingStub(env, meetId)),
    asks: { of: (workspaceId) => workspaceStub(env, workspaceId) },
    language: languageModel(env, config.language),
    calls: composeCalls(env),
    here: composeHere(env),
    billing: billingOf(config),
    accounts: { deleteAccount: (userId) => workspaceStub(env, personalWorkspaceOf(userId)).deleteAccount(userId) },
    calendarAccounts: composeCalendarAccounts(env),
    calendarClients: calendarClientsOf(config),
    calendarFeeds: feedReaderOf(config),
    searchIndex: { search: (asked) => workspaceStub(env, asked.workspaceId).search(asked) },
    teamIndexes: { follow: (teamId) => workspaceStub(env, teamId).followShown(teamId) },
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
    pages: openPagesOf((workspaceId) => workspaceStub(env, workspaceId), log),
    requestCounts: { of: (userId) => workspaceStub(env, personalWorkspaceOf(userId as UserId)) },
    identity: identityOf(config),
    localModel: config.localModel && localModel(config.localModel),
    speechOutlook: speechEngine(env, config.speech)?.describe ?? null,
    shareTokens: shareTokens(config.shareSecret),
    samples: bundledSamples,
    secretBox: aesGcmSecretBox(config.secretBoxKeys),
    mailer: mailerOf(env, log),
    mailWriter: mailWriter({ origin: config.app.origin }),
    mailStatus: {
      undelivered: (workspaceId, userId) => workspaceStub(env, workspaceId).undeliveredMails(userId),
      resend: (workspaceId, asked) => workspaceStub(env, workspaceId).resendMail(asked),
    },
    weeklyDigests: { of: (workspaceId) => workspaceStub(env, workspaceId) },
    followUps: { of: (workspaceId) => workspaceStub(env, workspaceId) },
    deadLetters: { of: (workspaceId) => workspaceStub(env, workspaceId) },
    webhookDeliveries: { of: (workspaceId) => workspaceStub(env, workspaceId) },
    connectionClients: connectionClientsOf(config),
    ...collaborationOf(config),
    crms: crmsOf(config),
    taskServices: taskServicesOf(config),
    minutesDeliveries: { of: (workspaceId) => workspaceStub(env, workspaceId) },
    unsubscribeTokens: unsubscribeTokens(config.shareSecret),
    keepOutTokens: keepOutTokens(config.shareSecret),
    saltedHash: saltedHash(config.shareSecret),
    analytics: env.ANALYTICS ? engineAnalytics(env.ANALYTICS, log) : logAnalytics(log),
    log,
    now: Date.now,
    waitUntil,
  };
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
    merges: byMeeting<MergedMeetingStub>((meetId) => meetingStub(env, meetId)),
    splits: byMeeting<SplitMeetingStub>((meetId) => meetingStub(env, meetId)),
    media: recordingMedia,
    speech: speechEngine(env, config.speech),
    voices: voicesEngine(config),
    language: languageModel(env, config.language) ?? extractive,
    extractive,
    lists: toldLists(
      meetingLists({ db: openDatabase(env.DB), lists: listsOf(env), log: consoleLog }, now),
      pagesOf(env),
    ),
    words: (meeting) => wordsOfMeeting({ ...calendarNeedsOf(env), log: consoleLog }, meeting),
    commonWords,
    tellWorkspace: (workspaceId, meetId, events, mayHave) =>
      workspaceStub(env, workspaceId).takeEvents(meetId, events, mayHave),
    pdf: pdfWriter({ faces: facesOf(env.ASSETS), origin: config.app.origin }),
    log: consoleLog,
    now,
    random: Math.random,
    rests,
  };
}

const pagesOf = (env: Env) => openPagesOf((workspaceId) => workspaceStub(env, workspaceId), consoleLog);

const rests = () => restBetweenTurns(Date.now, (ms) => scheduler.wait(ms));

/** Builds the dependencies through which a call object reaches the world outside its own storage. */
export function composeCall(env: Env): CallDeps {
  const config = configOf(env);
  return {
    recorder: recorderOf(env),
    store: r2RecordingStore(env.RECORDINGS),
    bucket: env.RECORDINGS,
    media: callMedia,
    mayRequest: (askerUserId) => countCallRequest(openDatabase(env.DB), askerUserId, Date.now()),
    isInvited: async (asked) =>
      (await isShownTo({ db: openDatabase(env.DB) }, asked)) || isInvited(calendarNeedsOf(env), asked),
    ownerOf: (meetId) => findOwner(openDatabase(env.DB), meetId),
    tell: meetingContext((meetId) => meetingStub(env, meetId)),
    async sinkOf(callId, object) {
      const token = await signSink(config.recorder.callSecret, callId, object);
      return { url: `${config.recorder.sinkOrigin}${RECORDER_CALLS_PATH}${callId}`, token };
    },
    noticeOf: (callId) => noticeOf({ secret: config.recorder.callSecret, origin: config.app.origin }, callId),
    async storeNotice({ codeHash }, meetIds) {
      if (meetIds.length > 0) await insertNotices(openDatabase(env.DB), { codeHash, meetIds, now: Date.now() });
    },
    log: consoleLog,
    now: () => Date.now(),
    random: Math.random,
  };
}

/** Builds a workspace object's dependencies outside its own storage, and the consumers that follow its meetings. */
export function composeWorkspace(env: Env): WorkspaceDeps {
  return {
    searchSource: {
      read: (meetId) => meetingStub(env, meetId).searchable(),
      readHead: (meetId) => meetingStub(env, meetId).searchableHead(),
      list: (workspaceId, after) => listPlaces(openDatabase(env.DB), workspaceId, after),
    },
    shownChanges: {
      isShown: (teamId, meetId) => isShownToTeam(openDatabase(env.DB), teamId, meetId),
      list: (teamId, after) => listTeamChanges(openDatabase(env.DB), teamId, after),
      remove: (positions) => removeTeamChanges(openDatabase(env.DB), positions),
      async tell(meetId, except) {
        const teams = await noteTeamChange(openDatabase(env.DB), meetId, except);
        await Promise.all(teams.map((teamId) => workspaceStub(env, teamId).followShown(teamId)));
      },
    },
    mail: composeMails(env),
    webhooks: composeWebhooks(env),
    connections: composeConnections(env),
    mayHave: ({ meetId }) => mayHaveDestinations(openDatabase(env.DB), meetId),
    parked: {
      mark: (of) => markParked({ db: openDatabase(env.DB) }, of),
      clear: (of) => clearParked({ db: openDatabase(env.DB) }, of),
    },
    forgetSource: (workspaceId, meetId) => workspaceStub(env, workspaceId).forgetSource(meetId),
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
    config: app,
    db: openDatabase(env.DB),
    lists: listsOf(env),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    now: Date.now,
    shareTokens: shareTokens(shareSecret),
    writer: mailWriter({ origin }),
    unsubscribeTokens: unsubscribeTokens(shareSecret),
    saltedHash: saltedHash(shareSecret),
    origin,
  };
  return {
    mailer: mailerOf(env),
    readEnd: (meetId) => meetingStub(env, meetId).mailableEnd(),
    read: (meetId) => meetingStub(env, meetId).mailable(),
    prepare: (meeting) => prepareMail(needs, meeting),
    readPlan: (meetId) => meetingStub(env, meetId).planned(),
    prepareWarning: (userId, content) => prepareWarning(needs, userId, content),
    readCalendar: (mail) => composeCalendarAccounts(env).of(mail.accountId).mailable(mail),
    prepareCalendar: (userId, content) => prepareFor(needs, userId, content),
    readParked: (mail) => readParked(needs, mail),
    prepareParked: (userId, content) => prepareFor(needs, userId, content),
    readDigest: (digest) => readDigest(needs, digest),
    prepareDigest: (userId, content) => prepareFor(needs, userId, content),
    findSeries: (meetId) => findSeries(needs, meetId),
    writeSeries: ({ meetId, userId }) =>
      writeSeriesFollowUp(needs, { meetId: meetId as MeetId, userId: userId as UserId }),
    noteGone: ({ meetId, userId }) => noteGone(needs, { meetId: meetId as MeetId, userId }),
    prepareFollowUp: (content, to) => prepareFollowUp(needs, content, to),
  };
}

function composeWebhooks(env: Env): WebhookDeps {
  const { app, secretBoxKeys } = configOf(env);
  const now = Date.now;
  const needs = { db: openDatabase(env.DB), secretBox: aesGcmSecretBox(secretBoxKeys), config: app, now };
  return {
    origin: app.origin,
    sender: webhookSender({ now }),
    receivers: (of) => findReceivers(needs, of),
    destination: (webhookId) => readDestination(needs, webhookId),
    read: (meetId) => meetingStub(env, meetId).reported(),
    view: (meetId) => meetingStub(env, meetId).view(SYSTEM_VIEWER),
  };
}

function subscriptionsOf(env: Env): AccountConnection[] {
  const needs = { billing: billingOf(configOf(env)), db: openDatabase(env.DB), log: consoleLog, now: Date.now };
  // The person has left their teams by then.
  return [endSubscriptions(needs), { name: "contacts", end: () => keepContacts(needs, null) }];
}

/** The connections of an account outside Acta. A feature that stores a provider's token or a subscription adds it here. */
function deletionNeeds(env: Env): DeletionNeeds {
  return {
    config: configOf(env).app,
    db: openDatabase(env.DB),
    lists: listsOf(env),
    store: r2RecordingStore(env.RECORDINGS),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    chats: byMeeting<MeetingChatStub>((meetId) => meetingStub(env, meetId)),
    pages: pagesOf(env),
    mailer: mailerOf(env),
    mailWriter: mailWriter({ origin: configOf(env).app.origin }),
    tokens: [
      endCalendars(calendarNeedsOf(env)),
      endWebhooks({ db: openDatabase(env.DB) }),
      endConnections({
        db: openDatabase(env.DB),
        connectionClients: connectionClientsOf(configOf(env)),
        secretBox: aesGcmSecretBox(configOf(env).secretBoxKeys),
        log: consoleLog,
      }),
    ],
    subscriptions: subscriptionsOf(env),
    saltedHash: saltedHash(configOf(env).shareSecret),
    log: consoleLog,
    now: Date.now,
  };
}

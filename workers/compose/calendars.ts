import { googleCalendar } from "#app/server/adapters/calendars/google-calendar.ts";
import { icsFeedReader } from "#app/server/adapters/calendars/ics-feed.ts";
import { microsoftGraph } from "#app/server/adapters/calendars/microsoft-graph.ts";
import { meetingObjectProcess } from "#app/server/adapters/meeting-object/meeting-objects.ts";
import { r2RecordingStore } from "#app/server/adapters/r2/r2-recording-store.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import { openPagesOf } from "#app/server/adapters/workspace-object/open-pages.ts";
import { KEEP_OUT_PATH, keepOutTokens } from "#app/server/tokens/keep-out-tokens.ts";
import { dropMeeting, moveMeeting, planMeeting, whyUnplanned } from "#app/server/calendars/plan-meeting.ts";
import { limitBefore } from "#app/server/calendars/read-limit.ts";
import { readBriefMail } from "#app/server/meetings/read-brief.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { consoleLog } from "#app/server/log.ts";
import type { CalendarAccounts } from "#app/server/ports/calendar-account.ts";
import type { Services } from "#app/server/services.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { pushOf } from "#workers/calendar-push.ts";
import { configOf, listsOf, meetingStub, workspaceStub } from "#workers/compose/objects.ts";
import type { Config, Env } from "#workers/config.ts";

/** The account objects, by the account's id. The only place that makes their stubs. */
export function composeCalendarAccounts(env: Env): CalendarAccounts {
  const { jurisdiction, locationHint } = configOf(env).objects;
  const namespace = jurisdiction === null ? env.CALENDARS : env.CALENDARS.jurisdiction(jurisdiction);
  const options = locationHint === null ? {} : { locationHint };
  return { of: (accountId) => namespace.get(namespace.idFromName(accountId), options) };
}

/** The places that know of calendars: D1, the lists with their events, and the account objects. */
export const calendarNeedsOf = (env: Env) => ({
  db: openDatabase(env.DB),
  lists: listsOf(env),
  calendarAccounts: composeCalendarAccounts(env),
});

export function calendarClientsOf({ app, identity: clients, calendars }: Config): Services["calendarClients"] {
  const { localOrigin } = calendars;
  const redirectUri = (provider: string) => `${app.origin}/api/acta/calendar-accounts/connect/${provider}/callback`;
  const { links } = app;
  // Without a client nothing begins a consent (server/calendars/connect-account.ts).
  const none = { clientId: "", clientSecret: "" };
  return {
    google: googleCalendar({ ...(clients.google ?? none), localOrigin, redirectUri: redirectUri("google"), links }),
    microsoft: microsoftGraph({
      ...(clients.microsoft ?? none),
      localOrigin,
      redirectUri: redirectUri("microsoft"),
      links,
    }),
  };
}

export function feedReaderOf({ app, calendars }: Config): Services["calendarFeeds"] {
  return icsFeedReader({ localOrigin: calendars.localOrigin, links: app.links });
}

/** Builds the dependencies through which an account's object reaches the world outside its own storage. */
export function composeCalendar(env: Env): CalendarDeps {
  const config = configOf(env);
  const now = () => Date.now();
  const needs = {
    config: config.app,
    db: openDatabase(env.DB),
    lists: listsOf(env),
    store: r2RecordingStore(env.RECORDINGS),
    meetings: meetingObjectProcess((meetId) => meetingStub(env, meetId)),
    log: consoleLog,
    now,
  };
  return {
    db: needs.db,
    lists: needs.lists,
    secretBox: aesGcmSecretBox(config.secretBoxKeys),
    clients: calendarClientsOf(config),
    feeds: feedReaderOf(config),
    push: pushOf(config),
    plan: (asked) => planMeeting(needs, asked),
    whyUnplanned: (asked) => whyUnplanned(needs, asked),
    limitBefore: (asked) => limitBefore(needs, asked),
    readBrief: (asked) => readBriefMail(needs, asked),
    keepOutUrl: async (event) =>
      `${config.app.origin}${KEEP_OUT_PATH}${await keepOutTokens(config.shareSecret).tokenFor(event)}`,
    moveMeeting: (meetId, asked) => moveMeeting(needs, meetId, asked),
    dropMeeting: (meetId, drop) => dropMeeting(needs, meetId, drop),
    queueMail: (workspaceId, mail) => workspaceStub(env, workspaceId).takeCalendarMail(mail),
    forgetMails: (workspaceId, accountId) => workspaceStub(env, workspaceId).forgetCalendarMails(accountId),
    tellPages: (userId) => openPagesOf((workspaceId) => workspaceStub(env, workspaceId), consoleLog).tell(userId),
    log: consoleLog,
    now,
    random: Math.random,
  };
}

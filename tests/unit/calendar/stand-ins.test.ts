import { expect, test } from "vitest";
import * as z from "zod";
import { googleRateLimit } from "../../../workers/stand-ins/calendar/google-calendar.mjs";
import { graphThrottled } from "../../../workers/stand-ins/calendar/graph-failures.mjs";
import { CALENDAR_ORIGIN, playCalendars, type PlayedCalendars } from "#tests/fakes/calendar-providers.ts";

/** The stand-ins keep the promises of the real protocols that our adapters rest on. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse("2026-10-20T08:00:00Z");
const VERIFIER = "a-verifier-of-forty-three-characters-or-more-x";
const CALLBACK = "http://localhost:8787/api/acta/calendar-accounts/connect";
const SCOPES = {
  google:
    "openid email https://www.googleapis.com/auth/calendar.events.readonly https://www.googleapis.com/auth/calendar.calendarlist.readonly",
  microsoft: "openid profile email offline_access Calendars.Read",
};
const NORA = { personId: "nora", name: "Nora Puig", email: "nora@clinic.example", subject: "sub-nora" };

const tokens = z.looseObject({ access_token: z.string(), refresh_token: z.optional(z.string()), scope: z.string() });
const googleEvents = z.object({
  items: z.array(z.looseObject({ id: z.string(), status: z.string() })),
  nextPageToken: z.optional(z.string()),
  nextSyncToken: z.optional(z.string()),
});
const graphEvents = z.looseObject({
  value: z.array(z.looseObject({ id: z.string() })),
  "@odata.nextLink": z.optional(z.string()),
  "@odata.deltaLink": z.optional(z.string()),
});

type Provider = "google" | "microsoft";

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return Buffer.from(digest).toString("base64url");
}

async function play(send?: (request: Request) => Promise<Response>) {
  let now = NOW;
  const people = (["google", "microsoft"] as const).map((provider) => ({ provider, ...NORA }));
  const calendars = playCalendars({ people, now: () => now, ...(send ? { send } : {}) });
  const accounts = { google: open(calendars, "google"), microsoft: open(calendars, "microsoft") };
  return { calendars, accounts, later: (ms: number) => void (now += ms) };
}

function open(calendars: PlayedCalendars, provider: Provider) {
  const account = calendars.accountOf(provider, "nora");
  if (!account) throw new Error("the person is missing");
  return { account, calendar: calendars.state.addCalendar(account, { id: `${provider}-work`, name: "Work" }) };
}

async function authorizeUrl(provider: Provider, more: Record<string, string> = {}) {
  return `${CALENDAR_ORIGIN}/${provider}/authorize?${new URLSearchParams({
    client_id: `acta-local-${provider}`,
    redirect_uri: `${CALLBACK}/${provider}/callback`,
    response_type: "code",
    scope: SCOPES[provider],
    state: "state",
    code_challenge: await challengeOf(VERIFIER),
    code_challenge_method: "S256",
    access_type: "offline",
    prompt: "consent",
    ...more,
  })}`;
}

async function post(calendars: PlayedCalendars, provider: Provider, fields: Record<string, string>) {
  const secret = `acta-local-${provider}-secret`;
  const body = new URLSearchParams({ client_id: `acta-local-${provider}`, client_secret: secret, ...fields });
  const answer = await calendars.answer(new Request(`${CALENDAR_ORIGIN}/${provider}/token`, { method: "POST", body }));
  if (!answer) throw new Error("nobody answered");
  return answer;
}

async function connect(calendars: PlayedCalendars, provider: Provider, unticked: string[] = []) {
  const back = new URL(calendars.consent(await authorizeUrl(provider), "nora", unticked));
  const answer = await post(calendars, provider, {
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    code_verifier: VERIFIER,
    redirect_uri: `${CALLBACK}/${provider}/callback`,
  });
  return tokens.parse(await answer.json());
}

async function get(calendars: PlayedCalendars, address: string, token: string, headers: Record<string, string> = {}) {
  const url = address.startsWith("http") ? address : `${CALENDAR_ORIGIN}${address}`;
  const request = new Request(url, { headers: { Authorization: `Bearer ${token}`, ...headers } });
  const answer = await calendars.answer(request);
  if (!answer) throw new Error("nobody answered");
  return answer;
}

test("Google reads calendars in short pages, then only what changed, and starts again after 410", async () => {
  const { calendars, accounts } = await play();
  const { account, calendar } = accounts.google;
  const { access_token: token } = await connect(calendars, "google");
  const events = [1, 2, 3].map((day) => calendars.state.addEvent(account, calendar, { startsAt: NOW + day * DAY_MS }));
  calendars.orders.pageSize = 2;
  const list = "/google/calendar/v3/calendars/google-work/events";
  const whole = new URLSearchParams({ singleEvents: "true", timeMin: new Date(NOW).toISOString() });
  const first = googleEvents.parse(await (await get(calendars, `${list}?${whole}`, token)).json());
  expect(first.items).toHaveLength(2);
  expect(first.nextSyncToken).toBeUndefined();
  const second = googleEvents.parse(
    await (await get(calendars, `${list}?${whole}&pageToken=${first.nextPageToken}`, token)).json(),
  );
  expect(second.items).toHaveLength(1);
  const syncToken = second.nextSyncToken ?? "";

  calendars.state.cancelEvent(calendar, events[0]?.id ?? "");
  const since = new URLSearchParams({ singleEvents: "true", syncToken });
  const changed = googleEvents.parse(await (await get(calendars, `${list}?${since}`, token)).json());
  expect(changed.items).toEqual([expect.objectContaining({ id: events[0]?.id, status: "cancelled" })]);
  const restricted = await get(calendars, `${list}?${since}&timeMin=2026-01-01T00:00:00Z`, token);
  expect(restricted.status).toBe(400);

  calendars.state.forgetTokens(calendar);
  expect((await get(calendars, `${list}?${since}`, token)).status).toBe(410);
  calendars.orders.failures.push(() => googleRateLimit());
  const limited = await get(calendars, `${list}?${whole}`, token);
  expect([limited.status, await limited.text()]).toEqual([403, expect.stringContaining("rateLimitExceeded")]);
});

test("Graph tells the master of a series once, its occurrences by time only, and removed events wherever they stood", async () => {
  const { calendars, accounts } = await play();
  const { account, calendar } = accounts.microsoft;
  const { access_token: token } = await connect(calendars, "microsoft");
  const series = calendars.state.addSeries(account, calendar, {
    title: "Stand-up",
    startsAt: NOW,
    frequency: "WEEKLY",
    count: 3,
  });
  const far = calendars.state.addEvent(account, calendar, { startsAt: NOW + 300 * DAY_MS });
  const window = new URLSearchParams({
    startDateTime: new Date(NOW).toISOString(),
    endDateTime: new Date(NOW + 30 * DAY_MS).toISOString(),
  });
  const view = `/microsoft/graph/v1.0/me/calendars/microsoft-work/calendarView/delta?${window}`;
  const first = graphEvents.parse(await (await get(calendars, view, token, { Prefer: "odata.maxpagesize=3" })).json());
  const rest = graphEvents.parse(await (await get(calendars, first["@odata.nextLink"] ?? "", token)).json());
  const all = [...first.value, ...rest.value];
  expect(all.map(({ type }) => type)).toEqual(["seriesMaster", "occurrence", "occurrence", "occurrence"]);
  expect(all[1]).not.toHaveProperty("subject");
  // Madrid's clocks change on 25 October: the second occurrence begins an hour later in UTC.
  expect(all.slice(1).map(({ start }) => start)).toEqual([
    { dateTime: "2026-10-20T08:00:00.0000000", timeZone: "UTC" },
    { dateTime: "2026-10-27T09:00:00.0000000", timeZone: "UTC" },
    { dateTime: "2026-11-03T09:00:00.0000000", timeZone: "UTC" },
  ]);

  calendars.state.cancelEvent(calendar, far.id);
  calendars.state.cancelEvent(calendar, String(all[1]?.id));
  const deltaLink = rest["@odata.deltaLink"] ?? "";
  const changed = graphEvents.parse(await (await get(calendars, deltaLink, token)).json());
  expect(changed.value.map(({ id, type }) => type ?? id)).toEqual([far.id, "seriesMaster", "occurrence", "occurrence"]);
  expect(changed.value[0]).toEqual({ id: far.id, "@removed": { reason: "deleted" } });
  for (const occurrence of all.slice(2)) calendars.state.cancelEvent(calendar, occurrence.id);
  const emptied = graphEvents.parse(await (await get(calendars, deltaLink, token)).json());
  expect(emptied.value.map(({ id, type }) => type ?? id)).toEqual([far.id, "seriesMaster"]);
  expect((await get(calendars, `${view}&$select=subject`, token)).status).toBe(400);

  calendars.state.removeSeries(calendar, series.id);
  calendars.orders.failures.push(() => graphThrottled(17));
  const throttled = await get(calendars, deltaLink, token);
  expect([throttled.status, throttled.headers.get("Retry-After")]).toEqual([429, "17"]);
  calendars.state.forgetTokens(calendar);
  expect((await get(calendars, deltaLink, token)).status).toBe(410);
});

test("tokens expire, are rotated by Microsoft, and are refused after a revocation; permissions can be unticked", async () => {
  const { calendars, later } = await play();
  const google = await connect(calendars, "google", ["https://www.googleapis.com/auth/calendar.events.readonly"]);
  expect(google.scope).not.toContain("calendar.events.readonly");
  const refused = await get(calendars, "/google/calendar/v3/calendars/primary/events", google.access_token);
  expect(refused.status).toBe(403);

  const first = await connect(calendars, "microsoft");
  later(2 * HOUR_MS);
  expect((await get(calendars, "/microsoft/graph/v1.0/me/calendars", first.access_token)).status).toBe(401);
  const refresh = { grant_type: "refresh_token", refresh_token: first.refresh_token ?? "" };
  const second = tokens.parse(await (await post(calendars, "microsoft", refresh)).json());
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect((await get(calendars, "/microsoft/graph/v1.0/me/calendars", second.access_token)).status).toBe(200);
  calendars.grants.orders.refusesUsedTokens = true;
  expect(await (await post(calendars, "microsoft", refresh)).json()).toMatchObject({ error: "invalid_grant" });

  const body = new URLSearchParams({ token: google.refresh_token ?? "" });
  await calendars.answer(new Request(`${CALENDAR_ORIGIN}/google/revoke`, { method: "POST", body }));
  const ended = await post(calendars, "google", {
    grant_type: "refresh_token",
    refresh_token: google.refresh_token ?? "",
  });
  expect([ended.status, await ended.json()]).toEqual([400, expect.objectContaining({ error: "invalid_grant" })]);
});

test("a change is told to the channel and to the validated subscription", async () => {
  const heard: { state: string | null; body: string }[] = [];
  const { calendars, accounts } = await play(async (request) => {
    heard.push({ state: request.headers.get("X-Goog-Resource-State"), body: await request.clone().text() });
    const token = new URL(request.url).searchParams.get("validationToken");
    return new Response(token, { headers: { "Content-Type": "text/plain" } });
  });
  const google = await connect(calendars, "google");
  const microsoft = await connect(calendars, "microsoft");
  const send = (path: string, token: string, json: unknown) => {
    const headers = { Authorization: `Bearer ${token}` };
    return calendars.answer(
      new Request(`${CALENDAR_ORIGIN}${path}`, { method: "POST", headers, body: JSON.stringify(json) }),
    );
  };
  await send("/google/calendar/v3/calendars/google-work/events/watch", google.access_token, {
    id: "channel",
    type: "web_hook",
    address: "https://acta.example/hook",
    token: "secret",
  });
  const subscription = await send("/microsoft/graph/v1.0/subscriptions", microsoft.access_token, {
    changeType: "created,updated,deleted",
    notificationUrl: "https://acta.example/graph",
    resource: "/me/calendars/microsoft-work/events",
    expirationDateTime: new Date(NOW + DAY_MS).toISOString(),
    clientState: "secret",
  });
  expect(subscription?.status).toBe(201);
  calendars.state.addEvent(accounts.google.account, accounts.google.calendar, { startsAt: NOW });
  calendars.state.addEvent(accounts.microsoft.account, accounts.microsoft.calendar, { startsAt: NOW });
  await calendars.delivered();
  expect(heard.map(({ state }) => state).filter(Boolean)).toEqual(["sync", "exists"]);
  expect(JSON.parse(heard.at(-1)?.body ?? "")).toMatchObject({
    value: [{ clientState: "secret", changeType: "created" }],
  });
});

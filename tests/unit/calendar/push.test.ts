import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";
import { randomId } from "#app/domain/ids.ts";
import { CALENDAR_CHANNEL_MS, CALENDAR_PUSH_BYTES_MAX } from "#app/domain/limits/calendars.ts";
import { googleCalendar } from "#app/server/adapters/calendars/google-calendar.ts";
import { microsoftGraph } from "#app/server/adapters/calendars/microsoft-graph.ts";
import { signChannel, verifyChannel } from "#app/server/calendars/channel-token.ts";
import { CALENDAR_ORIGIN, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { answerCalendarPush, isCalendarPush, pushOf } from "#workers/calendar-push.ts";
import type { Config } from "#workers/config.ts";

/** Notifications of Google and Graph, from the channel to the account that is told. */

const SECRET = "a-secret-of-thirty-two-characters";
const PUSH = "http://localhost:8787/api/calendar-push";
const configOf = (origin: string, localOrigin: string | null) =>
  ({ app: { origin }, calendars: { localOrigin }, recorder: { callSecret: SECRET } }) as unknown as Config;
const CONFIG = configOf("http://localhost:8787", CALENDAR_ORIGIN);
const channelAddress = () => ({ accountId: randomId(), channelId: randomId() });

let received: string[];
let isDown: boolean;
beforeEach(() => {
  received = [];
  isDown = false;
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function receive(request: Request): Promise<Response> {
  const receiverOf = (accountId: string) => async (channelId: string, notification: string) => {
    if (isDown) throw new Error("the object does not answer");
    received.push(`${accountId} ${channelId} ${notification}`);
  };
  const services = {
    rates: { take: async () => true },
    log: () => undefined,
    calendarAccounts: { of: (accountId: string) => ({ receiveNotification: receiverOf(accountId) }) },
  };
  expect(isCalendarPush(request)).toBe(true);
  return answerCalendarPush(request, {
    config: CONFIG,
    services: services as unknown as Parameters<typeof answerCalendarPush>[1]["services"],
  });
}

const byGoogle = (token: string, state = "exists") =>
  new Request(`${PUSH}/google`, {
    method: "POST",
    headers: { "X-Goog-Channel-Token": token, "X-Goog-Resource-State": state },
  });
const byGraph = (value: unknown) =>
  new Request(`${PUSH}/microsoft`, { method: "POST", body: JSON.stringify({ value }) });

test("a channel's token names its account, fits Graph, and is accepted as it was made only", async () => {
  const address = channelAddress();
  const token = await signChannel(SECRET, address);
  expect(token.length).toBeLessThanOrEqual(128);
  expect(await verifyChannel(SECRET, token)).toEqual(address);
  expect(await verifyChannel("another-secret-of-thirty-two-chars", token)).toBeNull();
  const [account = "", channel = "", mac = ""] = token.split(".");
  for (const forged of [
    `${randomId()}.${channel}.${mac}`,
    `${account}.${randomId()}.${mac}`,
    `${account}.${channel}.${"0".repeat(64)}`,
    `${account}.${channel}`,
    `${token}0`,
    "",
  ]) {
    expect(await verifyChannel(SECRET, forged)).toBeNull();
  }
});

test("Google's notification is passed on; the one that opens a channel is answered only", async () => {
  const address = channelAddress();
  const token = await signChannel(SECRET, address);
  expect((await receive(byGoogle(token, "sync"))).status).toBe(202);
  expect(received).toEqual([]);
  expect((await receive(byGoogle(token))).status).toBe(202);
  expect((await receive(byGoogle(token, "not_exists"))).status).toBe(202);
  expect(received).toEqual([
    `${address.accountId} ${address.channelId} changed`,
    `${address.accountId} ${address.channelId} changed`,
  ]);
});

test("of Graph's notifications each proven channel is told once, with what matters most", async () => {
  const [one, other, forged] = [channelAddress(), channelAddress(), channelAddress()];
  const state = (address: typeof one) => signChannel(SECRET, address);
  const response = await receive(
    byGraph([
      { clientState: await state(one), changeType: "updated" },
      { clientState: await state(one), lifecycleEvent: "subscriptionRemoved" },
      { clientState: await state(one), lifecycleEvent: "missed" },
      { clientState: await signChannel("another-secret-of-thirty-two-chars", forged) },
      { changeType: "updated" },
      { clientState: await state(other), lifecycleEvent: "reauthorizationRequired" },
    ]),
  );
  expect(response.status).toBe(202);
  expect(received).toEqual([
    `${one.accountId} ${one.channelId} ended`,
    `${other.accountId} ${other.channelId} expiring`,
  ]);
});

test("requests without proof are refused and tell nobody", async () => {
  const token = await signChannel("another-secret-of-thirty-two-chars", channelAddress());
  const valid = await signChannel(SECRET, channelAddress());
  for (const request of [
    byGoogle(token),
    byGoogle(""),
    new Request(`${PUSH}/google`, { method: "POST" }),
    new Request(`${PUSH}/google`, { headers: { "X-Goog-Channel-Token": valid } }),
    new Request(`${PUSH}/ics`, { method: "POST", headers: { "X-Goog-Channel-Token": valid } }),
    new Request(`${PUSH}/google?validationToken=x`, { method: "POST" }),
    new Request(`${PUSH}/microsoft`, { method: "POST", headers: { "X-Goog-Channel-Token": valid } }),
    new Request(`${PUSH}/microsoft`, { method: "POST", body: "{" }),
    new Request(`${PUSH}/microsoft`, { method: "POST", body: " ".repeat(CALENDAR_PUSH_BYTES_MAX + 1) }),
    new Request(`${PUSH}/microsoft?validationToken=${"x".repeat(2000)}`, { method: "POST" }),
    byGraph([{ clientState: token }, { clientState: null }]),
    byGraph([]),
    byGraph({ clientState: valid }),
  ]) {
    expect((await receive(request)).status).toBe(401);
  }
  expect(received).toEqual([]);
});

test("entries that Graph's batch may not have keep no account from its own", async () => {
  const address = channelAddress();
  const own = await signChannel(SECRET, address);
  for (const other of [{ clientState: "x".repeat(300) }, { clientState: 7 }, { lifecycleEvent: 1 }, null, "text"]) {
    received = [];
    const response = await receive(byGraph([other, { clientState: own, lifecycleEvent: "missed" }]));
    expect([response.status, received]).toEqual([202, [`${address.accountId} ${address.channelId} changed`]]);
  }
});

test("a validation is sent back as it is, as plain text", async () => {
  const text = "Validation: <b>1</b> & more";
  const url = `${PUSH}/microsoft?validationToken=${encodeURIComponent(text)}`;
  const response = await receive(new Request(url, { method: "POST" }));
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(await response.text()).toBe(text);
});

test("a provider sends a notification again where the account does not answer", async () => {
  isDown = true;
  const token = await signChannel(SECRET, channelAddress());
  expect((await receive(byGoogle(token))).status).toBe(503);
});

test("channels are opened where providers reach Acta only", async () => {
  const address = channelAddress();
  const push = pushOf(configOf("https://acta.example", null));
  expect(await push?.("microsoft", address)).toEqual({
    address: "https://acta.example/api/calendar-push/microsoft",
    token: await signChannel(SECRET, address),
  });
  expect(pushOf(configOf("http://localhost:8787", null))).toBeNull();
  expect(pushOf(CONFIG)).not.toBeNull();
});

test.each(["google", "microsoft"] as const)("%s opens a channel, tells changes, and closes it", async (provider) => {
  const person = { provider, personId: "nora", name: "Nora Puig", email: "nora@clinic.example", subject: "sub-nora" };
  const calendars = playCalendars({ people: [person], send: receive });
  vi.spyOn(globalThis, "fetch").mockImplementation(
    async (input, init) => (await calendars.answer(new Request(input, init))) ?? new Response(null, { status: 500 }),
  );
  const client = clientOf(provider);
  const account = calendars.accountOf(provider, "nora");
  if (!account) throw new Error("the stand-in has no such person");
  const calendar = calendars.state.addCalendar(account, { id: "main", name: "Main" });
  const back = calendars.consent(
    client.consentUrl({ state: "state", nonce: "nonce", codeChallenge: await challengeOf("verifier".repeat(6)) }),
    "nora",
  );
  const code = new URL(back).searchParams.get("code") ?? "";
  const exchanged = await client.exchange({
    code,
    codeVerifier: "verifier".repeat(6),
    nonce: "nonce",
    now: Date.now(),
  });
  const access = exchanged.ok ? exchanged.value.tokens.access : "";

  const address = channelAddress();
  const { channelId } = address;
  const { channels } = client;
  const expiresAt = Date.now() + CALENDAR_CHANNEL_MS;
  const asked = {
    providerCalendarId: calendar.id,
    channelId,
    address: `${PUSH}/${provider}`,
    token: await signChannel(SECRET, address),
    expiresAt,
  };
  expect(await channels.open("another token", asked)).toEqual({ ok: false, reason: "token-refused" });
  const opened = await channels.open(access, asked);
  expect(opened).toMatchObject({ ok: true, value: { expiresAt } });
  calendars.state.addEvent(account, calendar, { startsAt: Date.now() });
  await calendars.delivered();
  expect(received).toEqual([`${address.accountId} ${channelId} changed`]);

  const remoteId = opened.ok ? opened.value.remoteId : "";
  const renewed = await channels.renew(access, { remoteId, expiresAt: expiresAt + 1000 });
  expect(renewed).toEqual(
    provider === "google"
      ? { ok: false, reason: "gone" }
      : { ok: true, value: { remoteId, expiresAt: expiresAt + 1000 } },
  );
  await channels.close(access, { channelId, remoteId });
  await channels.close(access, { channelId, remoteId });
  calendars.state.addEvent(account, calendar, { startsAt: Date.now() });
  await calendars.delivered();
  expect(received).toHaveLength(1);
  expect(await channels.renew(access, { remoteId, expiresAt })).toEqual({ ok: false, reason: "gone" });
  expect(await channels.open(access, { ...asked, address: "http://acta.example/api/calendar-push/ics" })).toEqual({
    ok: false,
    reason: "not-offered",
  });
});

function clientOf(provider: ConsentProvider) {
  const settings = {
    clientId: `acta-local-${provider}`,
    clientSecret: `acta-local-${provider}-secret`,
    localOrigin: CALENDAR_ORIGIN,
    redirectUri: `http://localhost:8787/api/acta/calendar-accounts/connect/${provider}/callback`,
    links: { jitsiHosts: [], localOrigin: null },
  };
  return provider === "google" ? googleCalendar(settings) : microsoftGraph(settings);
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return Buffer.from(digest).toString("base64url");
}

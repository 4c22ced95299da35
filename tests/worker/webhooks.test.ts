import { listParked, readParked } from "#app/server/deliveries/parked-destinations.ts";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { webhookBody } from "#app/contracts/webhook-message.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";
import { SEND_ATTEMPT_MS_MAX, SEND_EVENT_MS_MAX, WEBHOOK_ROTATION_MS } from "#app/domain/limits/deliveries.ts";
import { WEBHOOK_CONTENTS } from "#app/domain/webhooks/webhook.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { webhooks as webhookRows } from "#app/server/db/schema-webhooks.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import { resealWebhooks } from "#app/server/webhooks/webhook-secrets.ts";
import { changeWebhook, endWebhooks, removeWebhook, rotateWebhook } from "#app/server/webhooks/change-webhooks.ts";
import { isSignedWith, standInForReceivers } from "#tests/fakes/webhook-receiver.ts";
import { newLife, watchMortal } from "#tests/support/mortal-object.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";
import {
  newWebhook,
  onWebhookBench,
  reportedMeeting,
  services,
  WEBHOOK_TASK,
  WEBHOOK_TITLE,
} from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { parseConfig } from "#workers/config.ts";

/** Webhooks of a person's meetings: real objects and D1, and receivers that check signatures with `standardwebhooks`. */
const SOON = { timeout: 35_000, interval: 50 };
const HOST = "hooks.example.com";
const SUMMARIZED = ["meeting.summarized" as const];

afterEach(() => vi.restoreAllMocks());

test("a receiver is told a meeting's steps in order, signed and with ids and links only", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn({ name: "Nora Puig" });
  const { secret } = await newWebhook(userId);
  const talk = [
    ["Jonas Vidal", "The desk opens at eight on Monday."],
    ["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA],
  ] as const;
  const { meetId, object } = await recordedTalk(talk, { userId, details: { title: WEBHOOK_TITLE } });
  await vi.waitFor(() => expect(received).toHaveLength(3), SOON);
  const view = await object.view({ kind: "owner", userId });
  const [task] = (view?.summary?.fields ?? []).flatMap(({ content }) =>
    content.type === "tasks" ? content.items : [],
  );
  await object.correct({ type: "tick-task", taskId: task?.id ?? "", done: true }, userId);
  await vi.waitFor(() => expect(received).toHaveLength(4), SOON);

  expect(received.map(({ body }) => body.type)).toEqual([
    "meeting.started",
    "transcript.ready",
    "meeting.summarized",
    "task.changed",
  ]);
  expect(received.map((message) => isSignedWith(message, secret))).toEqual([true, true, true, true]);
  expect(new Set(received.map(({ id }) => id)).size).toBe(4);
  expect(received[2]?.body.data).toEqual({
    meeting: { id: meetId, status: "SUMMARIZED", url: `http://localhost:8787/${meetId}` },
  });
  expect(received[3]?.body.data.tasks).toEqual(expect.arrayContaining([{ id: task?.id, done: true }]));
  for (const { text } of received) expect(text).not.toMatch(/telephone|Layoffs|Nora/u);
});

test("titles, tasks and minutes are sent where the person chose that", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  await newWebhook(userId, { events: SUMMARIZED, content: "minutes" });
  await recordedTalk([["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA]], {
    userId,
    details: { title: WEBHOOK_TITLE },
  });
  await vi.waitFor(() => expect(received).toHaveLength(1), SOON);
  const { data } = received[0]?.body ?? {};
  expect(data?.meeting).toMatchObject({ title: WEBHOOK_TITLE, language: "en", startsAt: "2026-11-20T09:30:00.000Z" });
  expect(JSON.stringify(data?.minutes?.fields)).toContain("telephone list");
});

test("the same reason is told once, however often its event is delivered", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  await newWebhook(userId);
  const meeting = reportedMeeting(userId);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ tell, finish }) => {
    await tell(meeting.meetId);
    await tell(meeting.meetId);
    await finish();
    await tell(meeting.meetId, { id: 2, kind: "summary-written" });
    await finish();
    expect(received).toHaveLength(3);
    await tell(meeting.meetId, { id: 3, kind: "tasks-changed" });
    await tell(meeting.meetId, { id: 3, kind: "tasks-changed" });
    await finish();
  });
  expect(received.map(({ body }) => body.type).slice(3)).toEqual(["task.changed"]);
});

test("a failure is told with its reason, and a call that was called off is not", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  await newWebhook(userId, { events: ["meeting.failed"] });
  const over = { status: "ERROR_TRANSCRIPT", transcriptAt: null, summaryAt: null } as const;
  const failed = reportedMeeting(userId, { ...over, reason: "speech-unavailable" });
  const cancelled = reportedMeeting(userId, { ...over, status: "REJECTED", reason: "cancelled" });
  await onWebhookBench({ userId, meetings: [failed, cancelled] }, async ({ tell, finish }) => {
    await tell(failed.meetId);
    await tell(cancelled.meetId);
    await finish();
  });
  expect(received.map(({ body }) => body.data.reason)).toEqual(["speech-unavailable"]);
});

test("a message that fails is sent again with its id, and later ones of its meeting wait for it", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  const { secret } = await newWebhook(userId);
  answers.set(HOST, [() => new Response("", { status: 500 }), () => new Response("", { status: 503 })]);
  const [first, second] = [reportedMeeting(userId), reportedMeeting(userId)];
  await onWebhookBench({ userId, meetings: [first, second] }, async ({ tell, finish }) => {
    await tell(first.meetId);
    await tell(second.meetId);
    expect((await finish())[0]).toBe(10 * SECOND_MS);
  });
  const of = (meetId: string) => received.filter(({ body }) => body.data.meeting?.id === meetId);
  const types = ["meeting.started", "transcript.ready", "meeting.summarized"];
  for (const { meetId } of [first, second]) {
    expect(of(meetId).map(({ body }) => body.type)).toEqual([types[0], ...types]);
    expect(of(meetId)[0]?.id).toBe(of(meetId)[1]?.id);
  }
  expect(received.every((message) => isSignedWith(message, secret))).toBe(true);
});

test.each([
  { status: 410, state: "parked", fault: "status" },
  { status: 400, state: "parked", fault: "status" },
  { status: 429, state: "waiting", fault: "status" },
  { status: 302, state: "parked", fault: "redirect" },
])("after $status a message is $state", async ({ status, state, fault }) => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId, { events: SUMMARIZED });
  const headers = { Location: "https://other.hooks.example.com/", "Retry-After": "7200" };
  answers.set(HOST, [() => new Response("secret words", { status, headers })]);
  const meeting = reportedMeeting(userId);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ tell, webhooks, clock, lines }) => {
    await tell(meeting.meetId);
    await webhooks.sending.run();
    const { deliveries } = webhooks.listDeliveries({ webhookId: id, older: null });
    expect(deliveries).toMatchObject([{ state, status, fault, attempts: 1 }]);
    expect(webhooks.sending.dueAt()).toBe(state === "waiting" ? clock.now + 2 * HOUR_MS : null);
    expect(JSON.stringify([deliveries, lines])).not.toMatch(/secret words|example\.com|Layoffs/u);
  });
  expect(received.map(({ host }) => host)).toEqual([HOST]);
});

test("a message is given up after three days, and a person can send it again under its id", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId, { events: SUMMARIZED });
  answers.set(
    HOST,
    Array.from({ length: 20 }, () => () => new Response("", { status: 500 })),
  );
  const meeting = reportedMeeting(userId);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ tell, finish, webhooks }) => {
    await tell(meeting.meetId);
    const waits = await finish();
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(3 * DAY_MS);
    expect(waits.slice(0, 4)).toEqual([10, 40, 160, 640].map((seconds) => seconds * SECOND_MS));
    const [parked] = webhooks.listDeliveries({ webhookId: id, older: null }).deliveries;
    expect(parked).toMatchObject({ state: "parked", status: 500, dueAt: null });
    answers.clear();
    expect(webhooks.resendDelivery({ webhookId: "another", deliveryId: parked?.id ?? "" })).toBe(false);
    expect(webhooks.resendDelivery({ webhookId: id, deliveryId: parked?.id ?? "" })).toBe(true);
    await finish();
    expect(webhooks.lastDeliveries([id])[id]).toMatchObject({ state: "sent", status: 200, fault: null });
  });
  expect(new Set(received.map((message) => message.id)).size).toBe(1);
});

test("a receiver that hangs delays no other one, also for events that come meanwhile", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  await newWebhook(userId, { url: "https://slow.hooks.example.com/", events: SUMMARIZED });
  await newWebhook(userId, { events: SUMMARIZED });
  let open: (response: Response) => void = () => {};
  const slow = new Promise<Response>((resolve) => {
    open = resolve;
  });
  answers.set("slow.hooks.example.com", [() => slow]);
  const [first, second] = [reportedMeeting(userId), reportedMeeting(userId)];
  await onWebhookBench({ userId, meetings: [first, second] }, async ({ tell, webhooks }) => {
    await tell(first.meetId);
    const running = webhooks.sending.run();
    const quick = () => received.filter(({ host }) => host === HOST).map(({ body }) => body.data.meeting?.id);
    await vi.waitFor(() => expect(quick()).toEqual([first.meetId]), SOON);
    await tell(second.meetId);
    await vi.waitFor(() => expect(quick()).toEqual([first.meetId, second.meetId]), SOON);
    expect(received.filter(({ host }) => host !== HOST)).toHaveLength(1);
    open(new Response());
    await running;
  });
  expect(received).toHaveLength(4);
});

test("a process that dies between sending and storing sends the message again with its id", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  await newWebhook(userId, { events: SUMMARIZED });
  const meeting = reportedMeeting(userId);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ tell, webhooks, restart, storage, clock }) => {
    const life = newLife();
    await tell(meeting.meetId);
    answers.set(HOST, [
      () => {
        life.isDead = true;
        return new Response();
      },
    ]);
    const watched = watchMortal(storage, life);
    await expect(webhooks.sending.run()).rejects.toThrow("killed");
    watched.release();
    const next = restart();
    expect(next.sending.dueAt()).toBe(clock.now + SEND_ATTEMPT_MS_MAX);
    clock.now += SEND_ATTEMPT_MS_MAX;
    await next.sending.run();
    expect(next.sending.dueAt()).toBeNull();
  });
  expect(received).toHaveLength(2);
  expect(received[0]?.id).toBe(received[1]?.id);
});

test("after a rotation both secrets sign for a day, then the new one alone", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  const { id, secret } = await newWebhook(userId);
  const rotated = await rotateWebhook(services, sessionActor(userId), id);
  const fresh = rotated.ok ? rotated.value.secret : "";
  let shown: string[] = [];
  await onWebhookBench({ userId, meetings: [] }, async ({ webhooks, clock }) => {
    webhooks.sendTestEvent(id);
    await webhooks.sending.run();
    clock.now += WEBHOOK_ROTATION_MS;
    webhooks.sendTestEvent(id);
    await webhooks.sending.run();
    const rotate = () => rotateWebhook(services, sessionActor(userId), id);
    shown = (await Promise.all([rotate(), rotate()])).map((each) => (each.ok ? each.value.secret : ""));
    webhooks.sendTestEvent(id);
    await webhooks.sending.run();
  });
  const signed = received.map((message) => [secret, fresh].map((each) => isSignedWith(message, each)));
  expect(signed).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
  // Two at the same moment: a secret that was shown is not lost to the other.
  expect(shown.map((each) => received.map((message) => isSignedWith(message, each)).at(-1))).toEqual([true, true]);
  expect(received[0]?.body).toMatchObject({ type: "webhook.test" });
});

test("a test event is tried once, also on a paused webhook, and its outcome is in the log", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId);
  await changeWebhook(services, sessionActor(userId), { webhookId: id, change: { paused: true } });
  answers.set(HOST, [() => new Response("", { status: 500 })]);
  await onWebhookBench({ userId, meetings: [] }, async ({ webhooks, finish }) => {
    expect(webhooks.sendTestEvent(id)).toMatchObject({ event: "webhook.test", state: "waiting", meetId: null });
    expect(await finish()).toEqual([]);
    expect(webhooks.lastDeliveries([id])[id]).toMatchObject({ state: "parked", status: 500 });
    expect([1, 2, 3, 4].map(() => webhooks.sendTestEvent(id) !== null)).toEqual([true, true, true, false]);
  });
  expect(received).toHaveLength(1);
});

test("a paused webhook is sent nothing, and afterwards nothing of the pause", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId, { events: SUMMARIZED });
  const change = (paused: boolean) =>
    changeWebhook(services, sessionActor(userId), { webhookId: id, change: { paused } });
  const [waiting, during] = [reportedMeeting(userId), reportedMeeting(userId)];
  await onWebhookBench({ userId, meetings: [waiting, during] }, async ({ tell, finish, webhooks }) => {
    await tell(waiting.meetId);
    await change(true);
    await tell(during.meetId);
    await finish();
    expect(webhooks.lastDeliveries([id])[id]).toMatchObject({ state: "parked", fault: "paused" });
    await change(false);
    await tell(during.meetId, { id: 2 });
    await finish();
  });
  expect(received).toEqual([]);
});

test("nothing is sent of meetings that were deleted, that went to others, or that changed long ago", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId);
  const old = Date.now() - SEND_EVENT_MS_MAX - DAY_MS;
  const [deleted, gone, moved, earlier] = [
    reportedMeeting(userId),
    reportedMeeting(userId),
    reportedMeeting(userId),
    reportedMeeting(userId, { startedAt: old, transcriptAt: old, summaryAt: old, changedAt: old }),
  ];
  await onWebhookBench({ userId, meetings: [deleted, gone, moved, earlier] }, async (bench) => {
    const { tell, finish, meetings, webhooks } = bench;
    for (const { meetId } of [deleted, gone, moved, earlier]) await tell(meetId);
    await tell(deleted.meetId, { id: 2, kind: "meeting-deleted" });
    meetings.delete(gone.meetId);
    meetings.set(moved.meetId, { ...moved, workspaceId: "a-team" });
    await finish();
    expect(webhooks.listDeliveries({ webhookId: id, older: null }).deliveries).toEqual([]);
  });
  expect(received).toEqual([]);
});

test("a webhook that is removed is sent nothing more, and so is one whose account is being deleted", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  const [removed, ended] = [await newWebhook(userId), await newWebhook(userId)];
  const meeting = reportedMeeting(userId);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ tell }) => tell(meeting.meetId));
  await removeWebhook(services, sessionActor(userId), removed.id);
  await endWebhooks(services).end(userId, new AbortController().signal);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ finish, webhooks, storage }) => {
    expect(webhooks.listDeliveries({ webhookId: removed.id, older: null }).deliveries).toEqual([]);
    expect(webhooks.listDeliveries({ webhookId: ended.id, older: null }).deliveries).toHaveLength(3);
    await finish();
    expect(storage.sql.exec("SELECT id FROM deliveries").toArray()).toEqual([]);
  });
  expect(received).toEqual([]);
});

test("a receiver that does not answer in time is a failure without a status", async () => {
  standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId);
  // Made where it is used: a signal belongs to its object.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort(new DOMException("", "TimeoutError")));
  await onWebhookBench({ userId, meetings: [] }, async ({ webhooks }) => {
    webhooks.sendTestEvent(id);
    await webhooks.sending.run();
    expect(webhooks.lastDeliveries([id])[id]).toMatchObject({ state: "parked", status: null, fault: "timeout" });
  });
});

test("secrets are encrypted again with another key, and still sign", async () => {
  const { received } = standInForReceivers();
  const { userId } = await signIn();
  const { id, secret } = await newWebhook(userId);
  const [bytes, own] = [crypto.getRandomValues(new Uint8Array(32)), parseConfig(workerEnv).secretBoxKeys];
  const keys = [{ name: "new", bytes }, ...own];
  await resealWebhooks({ db: services.db, secretBox: aesGcmSecretBox(keys) }, { after: "", limit: 1000 });
  const [row] = await services.db.select().from(webhookRows).where(eq(webhookRows.id, id));
  expect(row?.secrets).toContain("v1.new.");
  // Back, for the object of this test knows its own key only.
  const back = aesGcmSecretBox(keys.toReversed());
  await resealWebhooks({ db: services.db, secretBox: back }, { after: "", limit: 1000 });
  await onWebhookBench({ userId, meetings: [] }, async ({ webhooks }) => {
    webhooks.sendTestEvent(id);
    await webhooks.sending.run();
  });
  expect(received.map((message) => isSignedWith(message, secret))).toEqual([true]);
});

test("the object and D1 hold no secret in clear, and no words of a meeting", async () => {
  standInForReceivers();
  const { userId } = await signIn();
  const { id, secret } = await newWebhook(userId, { content: "minutes" });
  const meeting = reportedMeeting(userId);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ tell, finish, lines }) => {
    await tell(meeting.meetId);
    await finish();
    expect(lines).not.toEqual([]);
    expect(lines.join("")).not.toMatch(new RegExp(`${WEBHOOK_TITLE}|${WEBHOOK_TASK}|${HOST}|whsec_`, "u"));
  });
  await runInDurableObject(env.WORKSPACES.getByName(userId), (_object, { storage }) => {
    const kept = JSON.stringify(storage.sql.exec("SELECT * FROM deliveries").toArray());
    expect(kept).toContain("meeting.summarized");
    expect(kept).not.toMatch(new RegExp(`${WEBHOOK_TITLE}|${WEBHOOK_TASK}|${HOST}`, "u"));
  });
  const [row] = await openDatabase(env.DB).select().from(webhookRows).where(eq(webhookRows.id, id));
  expect(row?.secrets).not.toContain(secret.slice("whsec_".length));
});

test.each([403, 404])("an answer of %i is tried again for an hour, and then parked", async (status) => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId, { events: SUMMARIZED });
  const meeting = reportedMeeting(userId);
  answers.set(
    HOST,
    Array.from({ length: 20 }, () => () => new Response("", { status })),
  );
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ webhooks, tell, finish, clock, parkedMails }) => {
    const began = clock.now;
    await tell(meeting.meetId);
    await finish();
    const last = webhooks.lastDeliveries([id])[id];
    expect(last).toMatchObject({ state: "parked", fault: "status", status });
    expect(received.length).toBeGreaterThan(3);
    expect(clock.now - began).toBeLessThanOrEqual(HOUR_MS + MINUTE_MS);
    // Once, however much is not sent after it, until something arrives.
    const marked = { userId, destination: "webhook", destinationId: id };
    expect(parkedMails).toMatchObject([marked]);
    const [mail] = parkedMails;
    expect(mail && (await readParked(services, mail))).toEqual({
      kind: "delivery-parked",
      destination: "webhook",
      name: HOST,
    });
    expect(await listParked(services, userId)).toHaveLength(1);
    answers.delete(HOST);
    webhooks.resendDelivery({ webhookId: id, deliveryId: last?.id ?? "" });
    await finish();
    expect(await listParked(services, userId)).toEqual([]);
    expect(mail && (await readParked(services, mail))).toBeNull();
  });
});

test("a redirect is parked at once, and the meeting's later messages go on", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId, { events: ["transcript.ready", "meeting.summarized"] });
  const meeting = reportedMeeting(userId);
  answers.set(HOST, [() => new Response("", { status: 308, headers: { Location: "https://other.example.com/" } })]);
  await onWebhookBench({ userId, meetings: [meeting] }, async ({ webhooks, tell, finish }) => {
    await tell(meeting.meetId);
    await finish();
    expect(webhooks.lastDeliveries([id])[id]).toMatchObject({ state: "sent", event: "meeting.summarized" });
  });
  expect(received).toHaveLength(2);
});

test("a failure of one meeting's message does not hold back the next meeting's, and its own later ones come after it", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  await newWebhook(userId, { events: ["transcript.ready", "meeting.summarized"] });
  const [first, second] = [reportedMeeting(userId), reportedMeeting(userId)];
  answers.set(HOST, [() => new Response("", { status: 500 })]);
  await onWebhookBench({ userId, meetings: [first, second] }, async ({ tell, finish }) => {
    await tell(first.meetId);
    await tell(second.meetId);
    await finish();
  });
  const order = received.map(({ body }) => {
    const { type, data } = webhookBody.parse(body);
    return [data.meeting?.id === first.meetId ? "first" : "second", type];
  });
  const [failed, ...rest] = order;
  expect(failed).toEqual(["first", "transcript.ready"]);
  expect(rest.slice(0, 2)).toEqual([
    ["second", "transcript.ready"],
    ["second", "meeting.summarized"],
  ]);
  expect(rest.slice(2)).toEqual([
    ["first", "transcript.ready"],
    ["first", "meeting.summarized"],
  ]);
});

test.each(WEBHOOK_CONTENTS)(
  "a test event has an example of every field of messages with %s, and of no meeting",
  async (content) => {
    const { received } = standInForReceivers();
    const { userId } = await signIn();
    const { id } = await newWebhook(userId, { content });
    await onWebhookBench({ userId, meetings: [] }, async ({ webhooks, finish }) => {
      webhooks.sendTestEvent(id);
      await finish();
    });
    const { data } = webhookBody.parse(received[0]?.body);
    const withWords = content === "minutes";
    expect(Object.keys(data)).toEqual(["meeting", "reason", "tasks", ...(withWords ? ["minutes"] : [])]);
    expect(data.meeting).toMatchObject({ id: "0".repeat(24), status: "SUMMARIZED" });
    const participants = [
      { name: "Nora Puig", spoke: true },
      { name: "Marc Vidal", spoke: false },
    ];
    expect(data.meeting?.participants).toEqual(withWords ? participants : undefined);
  },
);

import { afterEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import { standInForReceivers } from "#tests/fakes/webhook-receiver.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { newWebhook, onWebhookBench, reportedMeeting } from "#tests/support/webhook-bench.ts";

/** A receiver that is asked too often says when it may be asked again. */
const HOST = "hooks.example.com";
const SUMMARIZED = ["meeting.summarized" as const];
const BUSY = () => new Response(null, { status: 429, headers: { "Retry-After": "1200" } });

afterEach(() => vi.restoreAllMocks());

test("a receiver that asks to wait gets nothing of other meetings before, and a test event at once", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  const { id } = await newWebhook(userId, { events: SUMMARIZED });
  answers.set(HOST, [BUSY]);
  const meetings = [reportedMeeting(userId), reportedMeeting(userId), reportedMeeting(userId)];
  await onWebhookBench({ userId, meetings }, async ({ tell, webhooks, clock, finish }) => {
    const began = clock.now;
    for (const [index, { meetId }] of meetings.entries()) await tell(meetId, { id: index + 1 });
    await webhooks.sending.run();
    expect(received).toHaveLength(1);
    expect(webhooks.sending.dueAt()).toBe(began + 20 * MINUTE_MS);
    // A person waits for its outcome.
    webhooks.sendTestEvent(id);
    await webhooks.sending.run();
    expect(received).toHaveLength(2);
    await finish();
    expect(received).toHaveLength(5);
    const states = webhooks.listDeliveries({ webhookId: id, older: null }).deliveries.map(({ state }) => state);
    expect(states).toEqual(["sent", "sent", "sent", "sent"]);
  });
});

test("a receiver that fails without asking to wait gets the other meetings at once", async () => {
  const { received, answers } = standInForReceivers();
  const { userId } = await signIn();
  await newWebhook(userId, { events: SUMMARIZED });
  answers.set(HOST, [() => new Response(null, { status: 500 })]);
  const meetings = [reportedMeeting(userId), reportedMeeting(userId)];
  await onWebhookBench({ userId, meetings }, async ({ tell, webhooks }) => {
    for (const [index, { meetId }] of meetings.entries()) await tell(meetId, { id: index + 1 });
    await webhooks.sending.run();
    expect(received).toHaveLength(2);
  });
});

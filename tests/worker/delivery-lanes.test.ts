import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { choosePlace } from "#app/server/collaboration/choose-place.ts";
import { playCollaboration } from "#tests/fakes/collaboration.ts";
import { connect } from "#tests/support/collaboration-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { newWebhook, reportedMeeting, services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { EVERY_FIELD, viewWith } from "#tests/unit/collaboration/every-field-view.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { meetingDeliveries } from "#workers/workspace/deliveries/meeting-deliveries.ts";

/** One meeting with destinations of three kinds. Each has a lane of its own. */
const SOON = { timeout: 30_000, interval: 20 };
const HOOK = "https://hooks.example.com/acta";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("Notion that hangs delays neither Slack nor a webhook, and gets the minutes once it answers", async () => {
  const network = globalThis.fetch;
  const hooks: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url !== HOOK) return network(input, init);
    hooks.push(await request.text());
    return new Response();
  });
  const played = playCollaboration();
  const { userId } = await signIn();
  for (const [kind, placeId] of [
    ["slack", "C0DESK0001"],
    ["notion", [...played.notion.sources.keys()][0] ?? ""],
  ] as const) {
    const { connectionId } = await connect(played, { userId, kind });
    const sends = "after-summary" as const;
    const asked = { connectionId, chosen: { placeId, sends, updates: true, templates: null, mapping: {}, fields: [] } };
    expect(await choosePlace(services, sessionActor(userId), asked)).toMatchObject({ ok: true });
  }
  await newWebhook(userId, { url: HOOK, events: ["meeting.summarized"] });
  const meeting = { ...reportedMeeting(userId), summaryAt: Date.now() + 1000 };
  const answer = played.notion.answer.bind(played.notion);
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let isAsked = false;
  played.notion.answer = async (...asked) => {
    const found = await answer(...asked);
    if (found === null) return null;
    isAsked = true;
    await opened;
    return found;
  };

  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const now = Date.now() + 2000;
    const composed = composeWorkspace(workerEnv);
    const shown = viewWith(EVERY_FIELD, meeting.title);
    const view = { ...shown, head: { ...shown.head, meetId: meeting.meetId } };
    const { connections, webhooks, sending } = meetingDeliveries(storage, {
      connections: { ...composed.connections, read: async () => meeting, view: async () => view },
      webhooks: { ...composed.webhooks, read: async () => meeting },
      mayHave: composed.mayHave,
      parked: composed.parked,
      mailParked: () => undefined,
      log: () => undefined,
      now: () => now,
      random: () => 1,
    });
    const event = { meetId: meeting.meetId as MeetId, id: 1, kind: "summary-written", at: now } as const;
    for (const { consumer } of [connections, webhooks]) await consumer.consume(event, new AbortController().signal);
    const states = () => {
      const { rows } = connections.listSent({ older: null, isParked: false, meetId: meeting.meetId, limit: 10 });
      return Object.fromEntries(rows.map(({ kind, state }) => [kind, state]));
    };

    const running = sending.run();
    await vi.waitFor(() => {
      expect(isAsked).toBe(true);
      expect(states()).toEqual({ notion: "waiting", slack: "sent", webhook: "sent" });
    }, SOON);
    expect([hooks.length, played.slack.messages.length]).toEqual([1, 1]);
    open();
    await running;
    expect(states()).toEqual({ notion: "sent", slack: "sent", webhook: "sent" });
  });
});

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { newMeetId, randomId } from "#app/domain/ids.ts";
import { DELIVERY_ATTEMPTS_MAX } from "#app/domain/limits/domain-events.ts";
import { STEP_BACK_OFF } from "#app/domain/limits/steps.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import type { EventConsumer, WorkspaceEvent } from "#app/server/ports/event-consumer.ts";
import { call } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { DETAILS, objectOf, uploadRecording } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { workspaceTeller } from "#workers/meeting/publish/publisher.ts";
import { nextEventsAt, untoldEvents } from "#workers/meeting/store/domain-events.ts";
import { deliveries } from "#workers/workspace/deliver-events.ts";
import { nextDeliveryAt, saveEvents } from "#workers/workspace/store.ts";

const OWNER = { kind: "owner", userId: "anybody" } as const;
const SOON = { timeout: 35_000, interval: 100 };
const workspaceOf = (workspaceId: string) => env.WORKSPACES.getByName(workspaceId);

function collector(name = "collects") {
  const taken: WorkspaceEvent[] = [];
  const consumer: EventConsumer = { name, consume: async (event) => void taken.push(event) };
  return { taken, consumer };
}

test("a consumer that hangs delays no upload, alarm, page or other consumer", async () => {
  const { userId: workspaceId, cookie } = await signIn({ name: "Nora Serra" });
  const { taken, consumer } = collector();
  let hanging = 0;
  const hang = { isOver: false };
  const hangs: EventConsumer = {
    name: "hangs",
    async consume() {
      hanging += 1;
      // Asked by the object itself: a promise that the test settles would go on outside the object.
      while (!hang.isOver) await scheduler.wait(20);
    },
  };
  consumersOf.set(workspaceId, { consumers: [hangs, consumer], deliveryMsMax: HOUR_MS });
  const { meetId, outcome } = await uploadRecording(await fixture("talk-captions.mp4"), { userId: workspaceId });
  expect(outcome).toEqual({ ok: true, value: null });
  await vi.waitFor(async () => expect((await objectOf(meetId).view(OWNER))?.head.status).toBe("SUMMARIZED"), SOON);
  await vi.waitFor(() => expect(taken.map(({ kind }) => kind)).toContain("summary-written"), SOON);
  const page = await call(`/${meetId}`, { cookie });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(DETAILS.title)]);
  await objectOf(meetId).discard();
  await vi.waitFor(() => expect(taken.at(-1)?.kind).toBe("meeting-deleted"), SOON);
  expect(hanging).toBe(1);

  expect(taken[0]?.kind).toBe("meeting-created");
  expect(taken.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["status-changed", "transcript-changed"]));
  const ids = taken.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
  await runInDurableObject(workspaceOf(workspaceId), (_object, { storage }) => {
    const stored = storage.sql.exec("SELECT * FROM events ORDER BY position").toArray();
    expect(stored.map((row) => Object.keys(row).toSorted().join())).toEqual(
      taken.map(() => "at,event_id,kind,meet_id,position"),
    );
    expect(JSON.stringify(stored)).not.toContain(DETAILS.title);
  });
  hang.isOver = true;
});

test("an event that is told twice is stored and delivered once", async () => {
  const workspaceId = `owner-${randomId()}`;
  const { taken, consumer } = collector();
  consumersOf.set(workspaceId, { consumers: [consumer] });
  const meetId = newMeetId();
  const events: DomainEvent[] = [
    { id: 1, kind: "meeting-created", at: Date.now() },
    { id: 2, kind: "status-changed", at: Date.now() },
  ];
  await workspaceOf(workspaceId).takeEvents(meetId, events.slice(0, 1));
  await workspaceOf(workspaceId).takeEvents(meetId, events);
  await workspaceOf(workspaceId).takeEvents(meetId, events);
  await vi.waitFor(() => expect(taken).toEqual(events.map((event) => ({ ...event, meetId }))), SOON);
  await runInDurableObject(workspaceOf(workspaceId), (_object, { storage }) => {
    expect(nextDeliveryAt(storage.sql, "collects")).toBeNull();
    expect(storage.sql.exec("SELECT event_id FROM events").toArray()).toHaveLength(2);
  });
});

test.each([
  { name: "throws", consume: () => Promise.reject(new Error("broken")) },
  { name: "does not end", consume: () => new Promise<void>(() => {}) },
])(
  "an event whose consumer $name is tried again, then becomes a dead letter, and the next one is delivered",
  async ({ name, consume }) => {
    const given: number[] = [];
    const consumer: EventConsumer = {
      name,
      async consume(event) {
        given.push(event.id);
        if (event.id === 1) await consume();
      },
    };
    const meetId = newMeetId();
    await runInDurableObject(workspaceOf(`owner-${meetId}`), async (_object, { storage }) => {
      const clock = { now: Date.now() };
      const own = { consumers: [consumer], log: () => {}, now: () => clock.now, random: () => 1, deliveryMsMax: 5 };
      saveEvents(storage, meetId, [
        { id: 1, kind: "status-changed", at: clock.now },
        { id: 2, kind: "meeting-deleted", at: clock.now },
      ]);
      const line = deliveries({
        deps: { ...composeWorkspace(workerEnv), ...own },
        storage,
        waitUntil: () => {},
      });
      const waits: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        await line.alarm();
        const at = nextDeliveryAt(storage.sql, name);
        if (at === null) break;
        waits.push(at - clock.now);
        clock.now = at;
      }
      await storage.deleteAlarm();
      expect(given).toEqual([...Array.from({ length: DELIVERY_ATTEMPTS_MAX }, () => 1), 2]);
      expect(waits).toEqual([2000, 8000, 32_000, 128_000, 512_000, 1_800_000, 1_800_000]);
      expect(storage.sql.exec("SELECT consumer, meet_id, event_id, kind FROM dead_letters").toArray()).toEqual([
        { consumer: name, meet_id: meetId, event_id: 1, kind: "status-changed" },
      ]);
    });
  },
);

test("a meeting goes on while its workspace cannot be reached, and tells everything once it can", async () => {
  const told: DomainEvent[] = [];
  const workspace = { isDown: true };
  await onBench(await fixture("talk-captions.mp4"), { deps: { speech: null } }, async (bench) => {
    const { storage, clock } = bench;
    const deps = {
      ...bench.deps,
      async tellWorkspace(_workspaceId: string, _meetId: string, events: DomainEvent[]) {
        if (workspace.isDown) throw new Error("not reachable");
        told.push(...events);
      },
    };
    const teller = workspaceTeller(deps, storage, { written: async () => {}, mayHave: () => undefined });
    await teller.run();
    expect(nextEventsAt(storage.sql)).toBe(clock.now + STEP_BACK_OFF.firstMs);
    await bench.finish();
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    const kept = untoldEvents(storage.sql);
    expect(kept.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["meeting-created", "summary-written"]));
    // Words that came window by window are one event as long as nobody was told.
    expect(kept.filter(({ kind }) => kind === "transcript-changed")).toHaveLength(1);
    workspace.isDown = false;
    clock.now += STEP_BACK_OFF.firstMs;
    await teller.run();
    expect(told).toEqual(kept);
    expect(untoldEvents(storage.sql)).toEqual([]);
    bench.apply({ type: "discarded" });
    const [last] = untoldEvents(storage.sql);
    expect(last).toMatchObject({ kind: "meeting-deleted" });
    expect(last?.id).toBeGreaterThan(kept.at(-1)?.id ?? 0);
    await teller.run();
    expect(told.at(-1)).toEqual(last);
  });
});

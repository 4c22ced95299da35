import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { CORRECTIONS_WAIT_MS, SEND_ATTEMPT_MS_MAX, SEND_REFUSED_TRY_MS } from "#app/domain/limits/deliveries.ts";
import { TASK_KINDS } from "#app/domain/tasks/task-service.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import {
  changeConnection,
  disconnect,
  endConnections,
  listConnections,
} from "#app/server/connections/change-connections.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { readParked } from "#app/server/deliveries/parked-destinations.ts";
import { resealConnections } from "#app/server/connections/connection-tokens.ts";
import { mayHaveDestinations } from "#app/server/deliveries/may-have-destinations.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { playHubSpot } from "#tests/fakes/crm-server.ts";
import { connectHubSpot, crmMeeting, onConnectionBench } from "#tests/support/connection-bench.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { CRM_TITLE, minutesView } from "#tests/support/minutes-view.ts";
import { newLife, watchMortal } from "#tests/support/mortal-object.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf } from "#tests/support/upload-meeting.ts";
import { services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { parseConfig } from "#workers/config.ts";
import { migrateWorkspaceStore } from "#workers/workspace/store-migrations.ts";

/** Minutes on their way to HubSpot: real objects and D1, and a HubSpot that answers as the real one. */
const SARA = "sara.lind@harbour.example";

afterEach(() => vi.restoreAllMocks());

/** A person whose HubSpot has Sara as a contact. `isPreviewed`: Acta may send by itself. */
async function connectedPerson({ isAutomatic = true, isPreviewed = true } = {}) {
  const hubspot = playHubSpot();
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  const { userId } = await signIn();
  const id = await connectHubSpot(hubspot, userId);
  const actor = sessionActor(userId);
  if (isAutomatic) await changeConnection(services, actor, { connectionId: id, change: { sends: "after-summary" } });
  const previewedAt = isPreviewed ? Date.now() : null;
  await services.db.update(connections).set({ previewedAt, activeSince: 0 }).where(eq(connections.id, id));
  return { hubspot, sara, userId, id, actor };
}

test("an account is connected, encrypted, and disconnected with its tokens given back", async () => {
  const { hubspot, id, actor } = await connectedPerson();
  expect(await listConnections(services, actor)).toMatchObject({
    connections: [{ id, kind: "hubspot", name: "clara.hubspot.example", sends: "after-summary", brokenAt: null }],
    available: ["hubspot", "pipedrive", "salesforce", "slack", "notion", ...TASK_KINDS],
  });
  const [row] = await services.db.select().from(connections).where(eq(connections.id, id));
  expect(row?.tokens).not.toMatch(/at-|rt-/u);
  expect(hubspot.grants.standing()).toBe(1);
  expect(await disconnect(services, sessionActor((await signIn()).userId), id)).toMatchObject({ ok: false });
  expect(await disconnect(services, actor, id)).toMatchObject({ ok: true });
  expect(hubspot.grants.standing()).toBe(0);
  expect(await listConnections(services, actor)).toMatchObject({ connections: [] });
});

test("a consent belongs to its session, is taken once, and needs every permission", async () => {
  const hubspot = playHubSpot();
  const { userId } = await signIn();
  const actor = sessionActor(userId);
  const begin = async () => {
    const started = await startConnection(services, actor, { kind: "hubspot", returnTo: "/settings" });
    return new URL(started.ok ? started.value.url : "").searchParams;
  };
  const back = (asked: URLSearchParams, choice = {}) => new URL(hubspot.grants.decide(asked, choice)).searchParams;
  const finish = async (query: URLSearchParams, as = actor) =>
    (await finishConnection(services, as, { kind: "hubspot", query })).result;
  const query = back(await begin());
  expect(await finish(query, { ...actor, sessionHash: "f".repeat(64) })).toBe("expired");
  expect(await finish(query)).toBe("connected");
  expect(await finish(query)).toBe("expired");
  expect(await finish(back(await begin(), { isCancelled: true }))).toBe("cancelled");
  expect(await finish(back(await begin(), { scopes: ["oauth"] }))).toBe("scopes-missing");
  expect(await listConnections(services, actor)).toMatchObject({ connections: [{ kind: "hubspot" }] });
});

test("minutes become a note on the contacts of the meeting, with tasks, and no words stay in Acta's list", async () => {
  const { hubspot, sara, userId } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA, "nobody@harbour.example"] }, async (bench) => {
    await bench.tell(meetId);
    await bench.tell(meetId, { id: 2, kind: "summary-written" });
    await bench.finish();
    const link = `http://127.0.0.1:8788/hubspot/contacts/4242/record/0-1/${sara.id}?engagement=${hubspot.all("notes")[0]?.id}`;
    expect(bench.log()).toEqual([{ state: "sent", fault: null, link }]);
    const kept = JSON.stringify([
      bench.lines,
      ...["deliveries", "delivery_receipts"].map((table) => bench.storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
    ]);
    expect(kept).toContain("note");
    expect(kept).not.toMatch(new RegExp(`${CRM_TITLE}|Twelve|Sara|Call|at-`, "u"));
  });
  const [note, ...more] = hubspot.all("notes");
  expect(more).toEqual([]);
  expect([...(note?.contacts ?? [])]).toEqual([sara.id]);
  expect(note?.properties.hs_note_body).toContain("Twelve posts &#60;go&#62;.");
  expect(note?.properties.hs_note_body).toContain(`href="https://acta.example/${meetId}"`);
  expect(hubspot.all("tasks").map(({ properties }) => [properties.hs_task_subject, properties.hs_timestamp])).toEqual([
    ["Call Sara", "2026-12-01T11:00:00.000Z"],
    ["Send the list", "2026-11-27T11:00:00.000Z"],
  ]);
  expect(hubspot.all("meetings")).toEqual([]);
});

test("the meeting is logged and properties are filled where the person chose that", async () => {
  const { hubspot, sara, userId, id, actor } = await connectedPerson();
  const properties = [
    { field: "summary", property: "last_meeting_summary" },
    { field: "Never said", property: "next_step" },
  ];
  await changeConnection(services, actor, {
    connectionId: id,
    change: { settings: { meeting: true, tasks: false, properties } },
  });
  const meeting = crmMeeting(userId);
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish }) => {
    await tell(meeting.reported.meetId);
    await finish();
  });
  expect(hubspot.all("tasks")).toEqual([]);
  expect(hubspot.all("meetings")[0]?.properties).toMatchObject({
    hs_meeting_title: CRM_TITLE,
    hs_meeting_end_time: "2026-11-20T09:31:35.000Z",
  });
  expect(sara.properties).toMatchObject({ last_meeting_summary: "Twelve posts <go>." });
  expect(sara.properties).not.toHaveProperty("next_step");
});

test("settings that no delivery could read are refused, and those of before stay", async () => {
  const { userId, id, actor } = await connectedPerson();
  const change = (settings: Record<string, unknown>) =>
    changeConnection(services, actor, { connectionId: id, change: { settings } });
  const mapping = { field: "Summary", property: "last_meeting_summary" };
  expect(await change({ tasks: false })).toMatchObject({ ok: true });
  for (const wrong of [
    { tasks: "yes" },
    { properties: [{ field: "" }] },
    { properties: Array.from({ length: 21 }, () => mapping) },
  ]) {
    expect(await change(wrong)).toEqual({ ok: false, reason: "invalid-payload" });
  }
  const [row] = await services.db.select().from(connections).where(eq(connections.userId, userId));
  expect(JSON.parse(row?.settings ?? "")).toMatchObject({ tasks: false });
});

test("a process that dies between sending and storing makes nothing twice", async () => {
  const { hubspot, userId } = await connectedPerson();
  const meeting = crmMeeting(userId);
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async (bench) => {
    await bench.tell(meeting.reported.meetId);
    let next = bench.sending;
    // After each request that makes something: the note, the first task, the second one.
    for (const made of [1, 2, 3]) {
      const life = newLife();
      hubspot.orders.after = (method, path) => {
        const isMade = method === "POST" && /\/(?:notes|tasks)$/u.test(path);
        if (isMade && hubspot.all("notes").length + hubspot.all("tasks").length === made) life.isDead = true;
      };
      const watched = watchMortal(bench.storage, life);
      await expect(next.run()).rejects.toThrow("killed");
      watched.release();
      hubspot.orders.after = null;
      bench.clock.now += SEND_ATTEMPT_MS_MAX;
      next = bench.restart().sending;
    }
    await next.run();
    expect(bench.log()).toMatchObject([{ state: "sent" }]);
  });
  expect(hubspot.all("notes")).toHaveLength(1);
  expect(hubspot.all("tasks")).toHaveLength(2);
});

test("a delivery that needs more than one attempt goes on where the one before ended", async () => {
  const { hubspot, userId } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const writes: string[] = [];
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, log }) => {
    hubspot.orders.after = (method, path) => {
      const [, type] = /\/(notes|tasks)(?:\/\d+)?$/u.exec(path) ?? [];
      if (type === undefined || (method !== "POST" && method !== "PATCH")) return;
      writes.push(`${method} ${type}`);
      // After the note and the first task the attempt ends.
      if (writes.length === 2) hubspot.orders.failures.push(() => new Response("", { status: 503 }));
    };
    await tell(meeting.reported.meetId);
    expect(await finish()).toHaveLength(1);
    expect(log()).toMatchObject([{ state: "sent" }]);
  });
  expect(writes).toEqual(["POST notes", "POST tasks", "POST tasks"]);
});

test("corrections update the same note after two minutes, and a task that was completed there stays so", async () => {
  const { hubspot, userId, id, actor } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, meetings, log }) => {
    await tell(meetId, { kind: "edits-changed" });
    expect(log()).toEqual([]);
    await tell(meetId);
    await finish();
    const [first, second] = hubspot.all("tasks");
    if (first) first.properties.hs_task_status = "COMPLETED";
    hubspot.remove(second?.id ?? "");
    meetings.set(meetId, { ...meeting, view: minutesView(meetId, "Eleven posts go.") });
    for (const event of [2, 3, 4]) await tell(meetId, { id: event, kind: "edits-changed" });
    expect(await finish()).toEqual([CORRECTIONS_WAIT_MS]);
    await changeConnection(services, actor, { connectionId: id, change: { updates: false } });
    await tell(meetId, { id: 5, kind: "edits-changed" });
    expect(await finish()).toEqual([]);
    expect(log().map(({ state }) => state)).toEqual(["sent", "sent"]);
  });
  expect(hubspot.all("notes").map(({ properties }) => properties.hs_note_body)).toEqual([
    expect.stringContaining("Eleven posts go."),
  ]);
  expect(hubspot.all("tasks").map(({ properties }) => properties.hs_task_status)).toEqual(["COMPLETED"]);
});

test("a note that was deleted there comes back when its person sends the minutes again, and not with a correction", async () => {
  const { hubspot, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, connections }) => {
    await tell(meetId);
    await finish();
    hubspot.remove(hubspot.all("notes")[0]?.id ?? "");
    await tell(meetId, { id: 2, kind: "edits-changed" });
    await finish();
    expect(hubspot.all("notes")).toEqual([]);
    connections.sendMinutes({ connectionId: id, kind: "hubspot", meetId, parts: [] });
    await finish();
    expect(hubspot.all("notes")).toHaveLength(1);
  });
});

test("a refusal is kept for the person, who can send it again", async () => {
  const { hubspot, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  hubspot.orders.failures.push(() =>
    Response.json({ category: "VALIDATION_ERROR", message: "Twelve" }, { status: 400 }),
  );
  await onConnectionBench(
    { userId, meetings: [meeting], people: [SARA] },
    async ({ tell, finish, connections: sent, log, lines }) => {
      await tell(meeting.reported.meetId);
      expect(await finish()).toEqual([]);
      expect(log()).toMatchObject([{ state: "parked", fault: "status" }]);
      expect(lines.join("")).not.toContain("Twelve");
      const { rows, parked } = sent.listSent({ older: null, isParked: true, meetId: null, limit: 10 });
      expect(parked).toBe(1);
      expect(sent.resendSent({ deliveryId: rows[0]?.id ?? "", destinationId: "another" })).toBe(false);
      expect(sent.resendSent({ deliveryId: rows[0]?.id ?? "", destinationId: id })).toBe(true);
      await finish();
      expect(log()).toMatchObject([{ state: "sent", fault: null }]);
    },
  );
  expect(hubspot.all("notes")).toHaveLength(1);
});

test.each([403, 404])("an answer of %i is tried again for an hour, and then told once", async (status) => {
  const { hubspot, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const refusals = Array.from({ length: 20 }, () => () => new Response("{}", { status }));
  hubspot.orders.failures.push(...refusals);
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async (bench) => {
    const { tell, finish, log, clock, parkedMails } = bench;
    const began = clock.now;
    await tell(meeting.reported.meetId);
    expect((await finish()).length).toBeGreaterThan(3);
    expect(log()).toMatchObject([{ state: "parked", fault: "status" }]);
    expect(clock.now - began).toBeLessThanOrEqual(SEND_REFUSED_TRY_MS + 60_000);
    expect(parkedMails).toMatchObject([{ userId, destination: "hubspot", destinationId: id }]);
    const [mail] = parkedMails;
    expect(mail && (await readParked(services, mail))).toMatchObject({ name: "clara.hubspot.example" });
  });
});

test("a CRM that fails or asks to wait is asked again later", async () => {
  const { hubspot, userId } = await connectedPerson();
  const meeting = crmMeeting(userId);
  hubspot.orders.failures.push(
    () => new Response("", { status: 503 }),
    () => new Response("", { status: 429, headers: { "Retry-After": "120" } }),
  );
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, log }) => {
    await tell(meeting.reported.meetId);
    expect(await finish()).toEqual([10_000, 120_000]);
    expect(log()).toMatchObject([{ state: "sent" }]);
  });
});

test("HubSpot's own words for wait are waited for: a lock, and the move of an account to another place", async () => {
  const { hubspot, userId } = await connectedPerson();
  const meeting = crmMeeting(userId);
  hubspot.orders.failures.push(
    () => new Response("", { status: 423 }),
    () => new Response("", { status: 477, headers: { "Retry-After": "7200" } }),
  );
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, log }) => {
    await tell(meeting.reported.meetId);
    expect(await finish()).toEqual([10_000, 7_200_000]);
    expect(log()).toMatchObject([{ state: "sent" }]);
  });
});

test("a token that is refused is refreshed, and the new one is kept", async () => {
  const { hubspot, userId } = await connectedPerson();
  const [first, second] = [crmMeeting(userId), crmMeeting(userId)];
  await onConnectionBench({ userId, meetings: [first, second], people: [SARA] }, async ({ tell, finish, log }) => {
    hubspot.grants.expireAccessTokens();
    await tell(first.reported.meetId);
    await finish();
    await tell(second.reported.meetId);
    await finish();
    expect(log().map(({ state }) => state)).toEqual(["sent", "sent"]);
  });
  expect(hubspot.all("notes")).toHaveLength(2);
});

test("after the person removed Acta there, deliveries wait until they connect again", async () => {
  const { hubspot, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  hubspot.grants.expireAccessTokens();
  hubspot.grants.revokeAll();
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async (bench) => {
    await bench.tell(meeting.reported.meetId);
    await bench.finish();
    expect(bench.log()).toMatchObject([{ state: "parked", fault: "reconnect" }]);
    const [row] = await services.db.select().from(connections).where(eq(connections.id, id));
    expect(row?.brokenAt).not.toBeNull();
  });
  const told: unknown[] = [];
  const minutesDeliveries = {
    of: () => ({
      ...services.minutesDeliveries.of(userId),
      resumeMinutes: async (asked: unknown) => void told.push(asked),
    }),
  };
  expect(await connectHubSpot(hubspot, userId, { ...services, minutesDeliveries })).toBe(id);
  expect(told).toEqual([{ connectionId: id, after: "reconnect" }]);
  await onConnectionBench(
    { userId, meetings: [meeting], people: [SARA] },
    async ({ finish, log, connections: sent }) => {
      sent.resumeMinutes({ connectionId: id, after: "reconnect" });
      await finish();
      expect(log()).toMatchObject([{ state: "sent" }]);
    },
  );
  expect(hubspot.all("notes")).toHaveLength(1);
});

test("nothing is sent by itself before a preview, and what waited goes afterwards", async () => {
  const { hubspot, userId, id } = await connectedPerson({ isPreviewed: false });
  const meeting = crmMeeting(userId);
  await onConnectionBench(
    { userId, meetings: [meeting], people: [SARA] },
    async ({ tell, finish, log, connections: sent }) => {
      await tell(meeting.reported.meetId);
      await finish();
      expect(log()).toMatchObject([{ state: "parked", fault: "preview" }]);
      expect(hubspot.requests).toEqual([]);
      await services.db.update(connections).set({ previewedAt: Date.now() }).where(eq(connections.id, id));
      sent.resumeMinutes({ connectionId: id, after: "preview" });
      await finish();
      expect(log()).toMatchObject([{ state: "sent" }]);
    },
  );
  expect(hubspot.all("notes")).toHaveLength(1);
});

test("a rule that is turned off stops what waited for it, and a sending by hand brings none of it back", async () => {
  const { hubspot, userId, id, actor } = await connectedPerson({ isPreviewed: false });
  const [waiting, later, manual] = [crmMeeting(userId), crmMeeting(userId), crmMeeting(userId)];
  const turnOff = () => changeConnection(services, actor, { connectionId: id, change: { sends: "by-hand" } });
  const bench = { userId, meetings: [waiting, later, manual], people: [SARA] };
  await onConnectionBench(bench, async ({ tell, finish, log }) => {
    await tell(waiting.reported.meetId);
    await finish();
    expect(log()).toMatchObject([{ state: "parked", fault: "preview" }]);
  });
  expect(await turnOff()).toMatchObject({ ok: true });
  await services.db.update(connections).set({ previewedAt: Date.now() }).where(eq(connections.id, id));
  await onConnectionBench(bench, async ({ finish, connections: sent }) => {
    const { meetId } = manual.reported;
    sent.resumeMinutes({ connectionId: id, after: "preview" });
    sent.sendMinutes({ connectionId: id, kind: "hubspot", meetId, parts: [] });
    await finish();
  });
  expect(hubspot.all("notes").map(({ properties }) => properties.hs_note_body)).toEqual([
    expect.stringContaining(manual.reported.meetId),
  ]);

  await changeConnection(services, actor, { connectionId: id, change: { sends: "after-summary" } });
  await services.db.update(connections).set({ activeSince: 0 }).where(eq(connections.id, id));
  await onConnectionBench(bench, async ({ tell }) => {
    await tell(later.reported.meetId);
    await tell(manual.reported.meetId, { id: 7, kind: "edits-changed" });
  });
  await turnOff();
  await changeConnection(services, actor, { connectionId: id, change: { updates: false } });
  await onConnectionBench(bench, async ({ finish, log }) => {
    await finish();
    expect(log()).toMatchObject([{ state: "sent" }]);
  });
  expect(hubspot.all("notes")).toHaveLength(1);
});

test("without a contact nothing is made; the contacts that a person chose are used from then on", async () => {
  const { hubspot, userId, id } = await connectedPerson();
  const other = hubspot.addContact("otto@harbour.example", "Otto", "Lind");
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench(
    { userId, meetings: [meeting], people: ["nobody@harbour.example"] },
    async ({ tell, finish, log, connections: sent }) => {
      await tell(meetId);
      await finish();
      expect(log()).toMatchObject([{ state: "parked", fault: "recipient" }]);
      sent.sendMinutes({ connectionId: id, kind: "hubspot", meetId, parts: [{ prefix: "contact/", ids: [other.id] }] });
      await finish();
      await tell(meetId, { id: 2, kind: "edits-changed" });
      await finish();
      expect(log().map(({ state }) => state)).toEqual(["parked", "sent", "sent"]);
    },
  );
  expect(hubspot.all("notes").map(({ contacts }) => [...contacts])).toEqual([[other.id]]);
});

test("a delivery that arrived stays in the list, also where it cannot be sent once more", async () => {
  const { userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async (bench) => {
    await bench.tell(meetId);
    await bench.finish();
    const before = bench.log();
    bench.meetings.set(meetId, { ...meeting, reported: { ...meeting.reported, workspaceId: "a-team" } });
    const [row] = bench.connections.listSent({ older: null, isParked: false, meetId: null, limit: 1 }).rows;
    bench.connections.resendSent({ deliveryId: row?.id ?? "", destinationId: id });
    await bench.finish();
    expect(before).toMatchObject([{ state: "sent" }]);
    expect(bench.log()).toEqual(before);
  });
});

test("nothing goes of meetings that moved to a team or are gone, or to an account that was disconnected", async () => {
  const { hubspot, userId, id, actor } = await connectedPerson();
  const [moved, gone, deleted, last] = [crmMeeting(userId), crmMeeting(userId), crmMeeting(userId), crmMeeting(userId)];
  await onConnectionBench({ userId, meetings: [moved, gone, deleted, last], people: [SARA] }, async (bench) => {
    for (const { reported } of [moved, gone, deleted]) await bench.tell(reported.meetId);
    bench.meetings.set(moved.reported.meetId, { ...moved, reported: { ...moved.reported, workspaceId: "a-team" } });
    bench.meetings.delete(gone.reported.meetId);
    await bench.tell(deleted.reported.meetId, { id: 2, kind: "meeting-deleted" });
    await bench.finish();
    expect(bench.log()).toEqual([]);
    await bench.tell(last.reported.meetId);
  });
  await disconnect(services, actor, id);
  await onConnectionBench({ userId, meetings: [last], people: [SARA] }, async ({ finish, log }) => {
    await finish();
    expect(log()).toEqual([]);
  });
  expect(hubspot.requests).toEqual([]);
});

test("an event of a meeting whose creator has no destination asks D1, and not the meeting", async () => {
  const hubspot = playHubSpot();
  const { userId } = await signIn();
  const { meetId } = await birthOf({ userId });
  await onConnectionBench({ userId, meetings: [crmMeeting(userId, { meetId })], people: [SARA] }, async (bench) => {
    const asked = vi.spyOn(bench.meetings, "get");
    await bench.tell(meetId);
    expect(asked).not.toHaveBeenCalled();
    await connectHubSpot(hubspot, userId);
    await bench.tell(meetId, { id: 2 });
    expect(asked).toHaveBeenCalledOnce();
  });
  const counted = countedDatabase();
  expect(await mayHaveDestinations(counted.services.db, meetId)).toMatchObject({ webhooks: false, connections: true });
  expect(await counted.rowsRead()).toBeLessThanOrEqual(5);
});

test("the deletion of an account gives the tokens back, and another key can encrypt them", async () => {
  const { hubspot, userId, id } = await connectedPerson();
  const [bytes, own] = [crypto.getRandomValues(new Uint8Array(32)), parseConfig(workerEnv).secretBoxKeys];
  const keys = [{ name: "new", bytes }, ...own];
  await resealConnections({ db: services.db, secretBox: aesGcmSecretBox(keys) }, { after: "", limit: 1000 });
  const [row] = await services.db.select().from(connections).where(eq(connections.id, id));
  expect(row?.tokens).toContain("v1.new.");
  await endConnections({ ...services, secretBox: aesGcmSecretBox(keys) }).end(userId, new AbortController().signal);
  expect(hubspot.grants.standing()).toBe(0);
  expect(await services.db.select().from(connections).where(eq(connections.userId, userId))).toEqual([]);
});

test("deliveries of webhooks from before are kept with their order", async () => {
  const { userId } = await signIn();
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const { sql } = storage;
    // As the object stood before migration 0007.
    sql.exec(
      "DROP TABLE calendar_events; DROP TABLE shown_meetings; DROP TABLE meetings; DROP TABLE meeting_people; DROP TABLE meeting_tags; DROP TABLE meeting_tasks; DROP TABLE meeting_counts; DROP TABLE template_counts; DROP TABLE list_taken; DROP TABLE list_state; DROP TABLE deliveries; DROP TABLE delivery_receipts; DROP TABLE ask_threads; DROP TABLE ask_exchanges; DROP TABLE ask_sources; DROP TABLE ask_readers; DROP TABLE team_changes; DROP TABLE follow_ups; DROP TABLE series_follow_ups; DROP INDEX mails_follow_ups; ALTER TABLE mails DROP COLUMN recipient; DELETE FROM store_migrations WHERE name IN ('0007-deliveries', '0008-sent-list', '0009-ask', '0010-team-changes', '0011-follow-ups', '0012-series-follow-ups', '0013-lists', '0014-calendar-events', '0015-team-lists', '0016-list-additions')",
    );
    sql.exec(
      `CREATE TABLE webhook_deliveries (position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, webhook_id TEXT NOT NULL,
         meet_id TEXT NOT NULL, event TEXT NOT NULL, occurrence TEXT NOT NULL, made_at INTEGER NOT NULL, state TEXT NOT NULL,
         attempts INTEGER NOT NULL, due_at INTEGER NOT NULL, until INTEGER NOT NULL, tried_at INTEGER, status INTEGER, fault TEXT)`,
    );
    sql.exec(
      `INSERT INTO webhook_deliveries VALUES (7, 'msg_1', 'w', 'm', 'meeting.summarized', '1', 1, 'sent', 1, 1, 9, 2, 200, NULL),
         (9, 'msg_2', 'w', 'm', 'task.changed', '2', 3, 'waiting', 2, 4, 9, 3, 503, 'status')`,
    );
    migrateWorkspaceStore(storage);
    expect(
      sql.exec("SELECT position, id, kind, destination_id, state, status, fault FROM deliveries").toArray(),
    ).toEqual([
      { position: 7, id: "msg_1", kind: "webhook", destination_id: "w", state: "sent", status: 200, fault: null },
      {
        position: 9,
        id: "msg_2",
        kind: "webhook",
        destination_id: "w",
        state: "waiting",
        status: 503,
        fault: "status",
      },
    ]);
  });
});

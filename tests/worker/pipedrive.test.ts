import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import {
  CHOSEN_CONTACT,
  CORRECTIONS_WAIT_MS,
  PIPEDRIVE_VARCHAR_CHARS_MAX,
  SEND_ATTEMPT_MS_MAX,
} from "#app/domain/limits/deliveries.ts";
import { changeConnection, disconnect, listConnections } from "#app/server/connections/change-connections.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { listProperties, previewMinutes } from "#app/server/crm/preview-minutes.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { playPipedrive } from "#tests/fakes/crm-server.ts";
import { connectCrm, crmMeeting, onConnectionBench } from "#tests/support/connection-bench.ts";
import { minutesView } from "#tests/support/minutes-view.ts";
import { KilledError, newLife, watchMortal } from "#tests/support/mortal-object.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** Minutes on their way to Pipedrive, the second CRM behind the port: real objects and D1, and its stand-in on the network. */
const SARA = "sara.lind@harbour.example";
const TOM = "tom.berg@harbour.example";
const BOTH = [SARA, TOM, "nobody@harbour.example"];

afterEach(() => vi.restoreAllMocks());

/** A person whose Pipedrive has Sara and Tom; Acta sends by itself after each summary. */
async function connectedPerson() {
  const pipedrive = playPipedrive();
  const [sara, tom] = [pipedrive.addPerson(SARA, "Sara Lind"), pipedrive.addPerson(TOM, "Tom Berg")];
  const { userId } = await signIn();
  const id = await connectCrm({ kind: "pipedrive", crm: pipedrive }, userId);
  const actor = sessionActor(userId);
  await changeConnection(services, actor, { connectionId: id, change: { sends: "after-summary" } });
  await services.db.update(connections).set({ previewedAt: 1, activeSince: 0 }).where(eq(connections.id, id));
  pipedrive.requests.length = 0;
  return { pipedrive, sara, tom, userId, id, actor };
}

type Pipedrive = Awaited<ReturnType<typeof connectedPerson>>["pipedrive"];
const notesOf = (pipedrive: Pipedrive) =>
  pipedrive
    .all("notes")
    .filter(({ properties }) => properties.active_flag)
    .map(({ properties }) => properties);

test("an account is connected with the permissions that are needed, and its tokens are given back", async () => {
  const { pipedrive, actor, id } = await connectedPerson();
  expect(await listConnections(services, actor)).toMatchObject({
    connections: [{ id, kind: "pipedrive", name: "Agenda Clara SL", brokenAt: null }],
  });
  const begin = async () => {
    const started = await startConnection(services, actor, { kind: "pipedrive", returnTo: "/settings" });
    return new URL(started.ok ? started.value.url : "").searchParams;
  };
  const finish = async (choice = {}) => {
    const query = new URL(pipedrive.grants.decide(await begin(), choice)).searchParams;
    return (await finishConnection(services, actor, { kind: "pipedrive", query })).result;
  };
  expect(await finish({ isCancelled: true })).toBe("cancelled");
  expect(await finish({ scopes: ["base", "contacts:read"] })).toBe("scopes-missing");
  pipedrive.grants.revokeAll();
  expect(await finish()).toBe("connected");
  expect(pipedrive.grants.standing()).toBe(1);
  expect(await disconnect(services, actor, id)).toMatchObject({ ok: true });
  expect(pipedrive.grants.standing()).toBe(0);
});

test("each person who took part gets a note with the minutes, and tasks become activities", async () => {
  const { pipedrive, sara, tom, userId } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: BOTH }, async ({ tell, finish, log }) => {
    await tell(meetId);
    await finish();
    const link = `http://127.0.0.1:8788/pipedrive/person/${sara.id}`;
    expect(log()).toEqual([{ state: "sent", fault: null, link }]);
  });
  expect(notesOf(pipedrive).map(({ person_id }) => person_id)).toEqual([sara.id, tom.id]);
  for (const { content } of notesOf(pipedrive)) {
    expect(content).toContain("Twelve posts &#60;go&#62;.");
    expect(content).toContain(`href="https://acta.example/${meetId}"`);
  }
  const participants = [
    { person_id: sara.id, primary: true },
    { person_id: tom.id, primary: false },
  ];
  expect(pipedrive.all("activities").map(({ properties }) => properties)).toMatchObject([
    { subject: "Call Sara", type: "task", due_date: "2026-12-01", done: false, participants },
    { subject: "Send the list", type: "task", done: false, participants },
  ]);
});

test("the meeting becomes an activity, and fields that the company made are filled, short ones cut", async () => {
  const { pipedrive, sara, userId, id, actor } = await connectedPerson();
  const listed = await listProperties(services, actor, id);
  const offered = listed.ok ? listed.value.properties : [];
  expect(offered.map(({ label }) => label)).toEqual(["Next step", "Last meeting summary"]);
  const [short, long] = offered.map(({ name }) => name);
  const properties = [
    { field: "summary", property: long ?? "" },
    { field: "tasks", property: short ?? "" },
  ];
  const change = { settings: { meeting: true, tasks: false, properties } };
  await changeConnection(services, actor, { connectionId: id, change });
  const said = "Twelve posts go. ".repeat(20).trim();
  const meeting = crmMeeting(userId);
  const view = minutesView(meeting.reported.meetId, said);
  for (const field of view.summary?.fields ?? [])
    if (field.content.type === "tasks") for (const task of field.content.items) task.text += ` ${"x".repeat(200)}`;
  await onConnectionBench(
    { userId, meetings: [{ ...meeting, view }], people: [SARA] },
    async ({ tell, finish, log }) => {
      await tell(meeting.reported.meetId);
      await finish();
      expect(log()).toMatchObject([{ state: "sent" }]);
    },
  );
  expect(pipedrive.all("activities").map(({ properties: made }) => made)).toMatchObject([
    {
      subject: "Layoffs in March",
      type: "meeting",
      due_date: "2026-11-20",
      due_time: "09:30",
      duration: "00:01",
      done: true,
    },
  ]);
  const { custom_fields: filled } = sara.properties as { custom_fields?: Record<string, string> };
  expect(filled?.[long ?? ""]).toBe(said);
  expect(filled?.[short ?? ""]).toHaveLength(PIPEDRIVE_VARCHAR_CHARS_MAX);
});

test("minutes that are sent again make nothing twice", async () => {
  const { pipedrive, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench(
    { userId, meetings: [meeting], people: BOTH },
    async ({ tell, finish, connections: sent }) => {
      await tell(meetId);
      await finish();
      sent.sendMinutes({ connectionId: id, kind: "pipedrive", meetId, parts: [] });
      await finish();
      const { rows } = sent.listSent({ older: null, isParked: false, meetId, limit: 10 });
      expect(rows.map(({ event, state }) => [event, state])).toEqual([
        ["minutes.sent", "sent"],
        ["minutes.written", "sent"],
      ]);
      expect(sent.resendSent({ deliveryId: rows[0]?.id ?? "", destinationId: id })).toBe(true);
      await finish();
    },
  );
  expect(notesOf(pipedrive)).toHaveLength(2);
  expect(pipedrive.all("activities")).toHaveLength(2);
});

test("a process that dies between sending and storing makes nothing twice", async () => {
  const { pipedrive, sara, userId } = await connectedPerson();
  // Older activities of the person: Acta's are found behind them.
  const older = { subject: "Call", type: "call", note: "", participants: [{ person_id: sara.id, primary: true }] };
  for (let call = 0; call < 120; call += 1) pipedrive.make("activities", { ...older });
  const meeting = crmMeeting(userId);
  await onConnectionBench({ userId, meetings: [meeting], people: BOTH }, async (bench) => {
    await bench.tell(meeting.reported.meetId);
    let next = bench.sending;
    // After each request that makes something: a note for each person, then the tasks.
    for (const made of [1, 2, 3, 4]) {
      const life = newLife();
      pipedrive.orders.after = (method) => {
        const isMade = pipedrive.all("notes").length + pipedrive.all("activities").length === made + 120;
        if (method !== "POST" || !isMade) return;
        life.isDead = true;
        // Nor does it learn of the answer.
        throw new KilledError("killed");
      };
      const watched = watchMortal(bench.storage, life);
      await expect(next.run()).rejects.toThrow("killed");
      watched.release();
      pipedrive.orders.after = null;
      bench.clock.now += SEND_ATTEMPT_MS_MAX;
      next = bench.restart().sending;
    }
    await next.run();
    expect(bench.log()).toMatchObject([{ state: "sent" }]);
  });
  expect(notesOf(pipedrive)).toHaveLength(2);
  expect(pipedrive.all("activities")).toHaveLength(122);
});

test("corrections update the notes; a note that was deleted comes back with minutes that are sent again, a task that was deleted or completed stays so", async () => {
  const { pipedrive, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: BOTH }, async (bench) => {
    const { tell, finish, meetings, log } = bench;
    await tell(meetId);
    await finish();
    const [note] = pipedrive.all("notes");
    const [first, second] = pipedrive.all("activities");
    pipedrive.remove(note?.id ?? 0);
    if (first) first.properties.done = true;
    pipedrive.remove(second?.id ?? 0);
    meetings.set(meetId, { ...meeting, view: minutesView(meetId, "Eleven posts go.") });
    await tell(meetId, { id: 2, kind: "edits-changed" });
    expect(await finish()).toEqual([CORRECTIONS_WAIT_MS]);
    expect(log().map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(notesOf(pipedrive)).toHaveLength(1);
    // The next correction does not take its contact for a new one.
    await tell(meetId, { id: 3, kind: "edits-changed" });
    await finish();
    expect(notesOf(pipedrive)).toHaveLength(1);
    bench.connections.sendMinutes({ connectionId: id, kind: "pipedrive", meetId, parts: [] });
    await finish();
  });
  const kept = notesOf(pipedrive);
  expect(kept).toHaveLength(2);
  for (const { content } of kept) expect(content).toContain("Eleven posts go.");
  expect(pipedrive.all("activities").map(({ properties }) => [properties.done, properties.is_deleted])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("a person who is chosen later gets a note of their own, and those of before are updated", async () => {
  const { pipedrive, sara, tom, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench(
    { userId, meetings: [meeting], people: [SARA] },
    async ({ tell, finish, connections: sent }) => {
      await tell(meetId);
      await finish();
      const parts = [{ prefix: CHOSEN_CONTACT, ids: [String(tom.id)] }];
      // The second time, the receipt names both.
      const send = async () => {
        sent.sendMinutes({ connectionId: id, kind: "pipedrive", meetId, parts });
        await finish();
      };
      await send();
      await send();
    },
  );
  expect(notesOf(pipedrive).map(({ person_id }) => person_id)).toEqual([sara.id, tom.id]);
});

test("failures are kept in words for the person; those that may pass are tried again", async () => {
  const { pipedrive, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const people: string[] = [SARA];
  await onConnectionBench({ userId, meetings: [meeting], people }, async (bench) => {
    const { tell, finish, log, lines, connections: sent } = bench;
    pipedrive.orders.failures.push(
      () => new Response("", { status: 503 }),
      () => new Response("", { status: 429, headers: { "Retry-After": "120" } }),
      () => Response.json({ success: false, error: "Sara is read-only" }, { status: 400 }),
    );
    await tell(meeting.reported.meetId);
    expect(await finish()).toEqual([10_000, 120_000]);
    expect(log()).toMatchObject([{ state: "parked", fault: "status" }]);
    expect(lines.join("")).not.toContain("read-only");
    people.splice(0, 1, "nobody@harbour.example");
    const [row] = sent.listSent({ older: null, isParked: true, meetId: null, limit: 10 }).rows;
    const again = { deliveryId: row?.id ?? "", destinationId: id };
    sent.resendSent(again);
    await finish();
    expect(log()).toMatchObject([{ state: "parked", fault: "recipient" }]);
    people.splice(0, 1, SARA);
    sent.resendSent(again);
    await finish();
    expect(log()).toMatchObject([{ state: "sent", fault: null }]);
  });
  expect(notesOf(pipedrive)).toHaveLength(1);
});

test("a token that is refused is refreshed once, and without consent deliveries wait for the person", async () => {
  const { pipedrive, userId, id } = await connectedPerson();
  const [first, second] = [crmMeeting(userId), crmMeeting(userId)];
  await onConnectionBench({ userId, meetings: [first, second], people: [SARA] }, async ({ tell, finish, log }) => {
    pipedrive.grants.expireAccessTokens();
    await tell(first.reported.meetId);
    await finish();
    expect(log()).toMatchObject([{ state: "sent" }]);
    expect(pipedrive.grants.standing()).toBe(1);
    pipedrive.grants.expireAccessTokens();
    pipedrive.grants.revokeAll();
    await tell(second.reported.meetId);
    await finish();
    expect(log(second.reported.meetId)).toMatchObject([{ state: "parked", fault: "reconnect" }]);
  });
  const [row] = await services.db.select().from(connections).where(eq(connections.id, id));
  expect(row?.brokenAt).not.toBeNull();
  expect(
    await previewMinutes(services, sessionActor(userId), { connectionId: id, meetId: newMeetId(), email: null }),
  ).toEqual({
    ok: false,
    reason: "reconnect",
  });
});

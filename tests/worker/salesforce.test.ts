import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { CHOSEN_RELATED, CORRECTIONS_WAIT_MS, SEND_ATTEMPT_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { changeConnection, disconnect, listConnections } from "#app/server/connections/change-connections.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { listProperties } from "#app/server/crm/preview-minutes.ts";
import { receiptsOfChoice } from "#app/server/crm/related-records.ts";
import { users } from "#app/server/db/schema-account.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { playSalesforce } from "#tests/fakes/crm-server.ts";
import { connectCrm, crmMeeting, onConnectionBench } from "#tests/support/connection-bench.ts";
import { minutesView } from "#tests/support/minutes-view.ts";
import { KilledError, newLife, watchMortal } from "#tests/support/mortal-object.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** Minutes on their way to Salesforce: real objects and D1, and its stand-in on the network. */
const SARA = "sara.o'lind@harbour.example";
const TOM = "tom.berg@harbour.example";
const BOTH = [SARA, TOM, "nobody@harbour.example"];

afterEach(() => vi.restoreAllMocks());

/** A person whose Salesforce has Sara and Tom of one company; Acta sends by itself after each summary. */
async function connectedPerson(settings: Parameters<typeof playSalesforce>[0] = {}) {
  const salesforce = playSalesforce(settings);
  const [sara, tom] = [salesforce.addContact(SARA, "Sara O'Lind"), salesforce.addContact(TOM, "Tom Berg")];
  const harbour = salesforce.addAccount("Harbour Desk", sara, tom);
  const { userId } = await signIn();
  const id = await connectCrm({ kind: "salesforce", crm: salesforce }, userId);
  const actor = sessionActor(userId);
  await changeConnection(services, actor, {
    connectionId: id,
    change: { sends: "after-summary", settings: { meeting: true } },
  });
  await services.db.update(connections).set({ previewedAt: 1, activeSince: 0 }).where(eq(connections.id, id));
  return { salesforce, sara, tom, harbour, userId, id, actor };
}

test("an account is connected with a refresh token and an API, and its tokens are given back", async () => {
  const { salesforce, actor, id } = await connectedPerson();
  expect(await listConnections(services, actor)).toMatchObject({
    connections: [{ id, kind: "salesforce", name: "Harbour Agency", brokenAt: null }],
  });
  const finish = async (crm: ReturnType<typeof playSalesforce>, choice = {}) => {
    const started = await startConnection(services, actor, { kind: "salesforce", returnTo: "/settings" });
    const asked = new URL(started.ok ? started.value.url : "").searchParams;
    const query = new URL(crm.grants.decide(asked, choice)).searchParams;
    return (await finishConnection(services, actor, { kind: "salesforce", query })).result;
  };
  expect(await finish(salesforce, { isCancelled: true })).toBe("cancelled");
  expect(await finish(salesforce, { scopes: ["api"] })).toBe("scopes-missing");
  salesforce.grants.revokeAll();
  expect(await finish(salesforce)).toBe("connected");
  expect(await disconnect(services, actor, id)).toMatchObject({ ok: true });
  expect(salesforce.grants.standing()).toBe(0);
  expect(await finish(playSalesforce({ hasApi: false }))).toBe("no-api");
});

test("one note stands on all contacts and their company; the meeting is an event and tasks are tasks", async () => {
  const { salesforce, sara, tom, harbour, userId } = await connectedPerson({ sharesActivities: true });
  const lead = salesforce.addLead("lea@new.example", "Lea New");
  // A second record of Tom, and an older lead of Sara.
  salesforce.addLead(SARA, "Sara as a lead");
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  const people = [...BOTH, "lea@new.example"];
  await onConnectionBench({ userId, meetings: [meeting], people }, async ({ tell, finish, log }) => {
    await tell(meetId);
    await finish();
    const [note] = salesforce.notes();
    const link = `http://127.0.0.1:8788/salesforce/${note?.id}`;
    expect(log()).toEqual([{ state: "sent", fault: null, link }]);
  });
  const [note, ...others] = salesforce.notes();
  expect(others).toEqual([]);
  expect(note?.title).toBe(`Layoffs in March (acta ${meetId})`);
  expect(note?.html).toContain("Twelve posts &#60;go&#62;.");
  expect(note?.on.toSorted()).toEqual([sara.Id, tom.Id, lead.Id, harbour.Id].toSorted());
  expect(new Set(note?.visibility)).toEqual(new Set(["InternalUsers"]));
  const common = { WhoId: sara.Id, WhatId: harbour.Id };
  expect(salesforce.all("Event")).toMatchObject([
    {
      Subject: "Layoffs in March",
      StartDateTime: "2026-11-20T09:30:00.000Z",
      EventWhoIds: [sara.Id, tom.Id],
      ...common,
    },
  ]);
  expect(salesforce.all("Task")).toMatchObject([
    { Subject: "Call Sara", ActivityDate: "2026-12-01", TaskWhoIds: [sara.Id, tom.Id], ...common },
    { Subject: "Send the list", ...common },
  ]);
  const [task] = salesforce.all("Task");
  expect(task).not.toHaveProperty("Status");
  expect(task?.Description).toMatch(new RegExp(`https://acta.example/${meetId} \\(acta ${meetId} [^)]+\\)$`, "u"));
  expect(task?.Description).not.toMatch(/<|&#/u);
});

test("an activity that may have one contact gets the first; a lead has no company beside it", async () => {
  const { salesforce, sara, userId } = await connectedPerson();
  const lead = salesforce.addLead("lea@new.example", "Lea New");
  const [first, second] = [crmMeeting(userId), crmMeeting(userId)];
  const people = [...BOTH];
  await onConnectionBench({ userId, meetings: [first, second], people }, async ({ tell, finish, log }) => {
    await tell(first.reported.meetId);
    await finish();
    people.splice(0, 3, "lea@new.example");
    await tell(second.reported.meetId);
    await finish();
    expect(log().map(({ state }) => state)).toEqual(["sent", "sent"]);
  });
  expect(salesforce.all("Event").map(({ WhoId }) => WhoId)).toEqual([sara.Id, lead.Id]);
  expect(salesforce.all("Event")[1]).not.toHaveProperty("WhatId");
  expect(salesforce.notes()[1]?.on).toEqual([lead.Id]);
});

test("the deal that a person chose gets everything; one that is taken out again loses the note and the activities", async () => {
  const { salesforce, sara, harbour, userId, id } = await connectedPerson();
  await services.db.update(users).set({ name: "Tom Berg", email: "Tom.Berg@desk.example" }).where(eq(users.id, userId));
  const owner = salesforce.addUser("tom.berg@desk.example");
  salesforce.addUser("tom.berg@desk.example", { isActive: false });
  const won = salesforce.addOpportunity("Pilot", { isClosed: true, account: harbour }, sara);
  const open = salesforce.addOpportunity("Telephone desk", { account: harbour });
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  for (const { content } of meeting.view.summary?.fields ?? []) {
    if (content.type === "tasks") for (const task of content.items) task.assigned &&= "Tom Berg";
  }
  const choice = { companies: [harbour.Id], deals: [open.Id] };
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ finish, connections: sent }) => {
    const send = async (chosen: typeof choice) => {
      const parts = [{ prefix: CHOSEN_RELATED, ids: receiptsOfChoice(chosen) }];
      sent.sendMinutes({ connectionId: id, kind: "salesforce", meetId, parts });
      await finish();
      return salesforce.notes().map(({ on }) => on.toSorted());
    };
    expect(await send(choice)).toEqual([[sara.Id, harbour.Id, open.Id].toSorted()]);
    expect(salesforce.all("Task").map(({ WhatId, OwnerId }) => [WhatId, OwnerId])).toEqual([
      [open.Id, owner.Id],
      [open.Id, undefined],
    ]);
    // A person puts the note on another deal at Salesforce.
    const [note] = salesforce.notes();
    const link = { ContentDocumentId: note?.id, LinkedEntityId: won.Id, ShareType: "V", Visibility: "AllUsers" };
    salesforce.make("ContentDocumentLink", link);
    expect(await send({ companies: [], deals: [] })).toEqual([[sara.Id, won.Id].toSorted()]);
    expect(salesforce.all("Task").map(({ WhatId }) => WhatId)).toEqual([null, null]);
  });
});

test("a company without opportunities, notes of its own fields: what the person may not see is left out", async () => {
  const { salesforce, sara, harbour, id, actor, userId } = await connectedPerson({
    hidden: ["Opportunity", "OpportunityContactRole", "Lead"],
  });
  const listed = await listProperties(services, actor, id);
  const offered = listed.ok ? listed.value.properties : [];
  expect(offered.map(({ label }) => label)).toEqual(["Contact Description", "Last meeting summary", "Next step"]);
  const properties = [
    { field: "summary", property: "Last_meeting_summary__c" },
    { field: "tasks", property: "Next_step__c" },
  ];
  const change = { settings: { meeting: false, tasks: false, properties } };
  await changeConnection(services, actor, { connectionId: id, change });
  const meeting = crmMeeting(userId);
  const said = "Twelve posts go. ".repeat(20).trim();
  const view = minutesView(meeting.reported.meetId, said);
  for (const { content } of view.summary?.fields ?? [])
    if (content.type === "tasks") for (const task of content.items) task.text += ` ${"x".repeat(200)}`;
  await onConnectionBench(
    { userId, meetings: [{ ...meeting, view }], people: [SARA] },
    async ({ tell, finish, log }) => {
      await tell(meeting.reported.meetId);
      await finish();
      expect(log()).toMatchObject([{ state: "sent" }]);
    },
  );
  expect(sara.Last_meeting_summary__c).toBe(said);
  expect(sara.Next_step__c).toHaveLength(255);
  expect(salesforce.notes()[0]?.on.toSorted()).toEqual([sara.Id, harbour.Id].toSorted());
});

test("a process that dies between sending and storing makes nothing twice", async () => {
  const { salesforce, sara, tom, harbour, userId } = await connectedPerson();
  // Somebody else's activities of the person.
  for (let call = 0; call < 20; call += 1) salesforce.make("Task", { Subject: "Call", WhoId: sara.Id });
  const meeting = crmMeeting(userId);
  await onConnectionBench({ userId, meetings: [meeting], people: BOTH }, async (bench) => {
    await bench.tell(meeting.reported.meetId);
    let next = bench.sending;
    // After the note and before its links, after the event, and after each task.
    for (const made of [1, 2, 3, 4]) {
      const life = newLife();
      salesforce.orders.after = (method, path) => {
        const all = salesforce.notes().length + salesforce.all("Event").length + salesforce.all("Task").length;
        if (method !== "POST" || !path.startsWith("sobjects/") || all !== made + 20) return;
        life.isDead = true;
        throw new KilledError("killed");
      };
      const watched = watchMortal(bench.storage, life);
      await expect(next.run()).rejects.toThrow("killed");
      watched.release();
      salesforce.orders.after = null;
      bench.clock.now += SEND_ATTEMPT_MS_MAX;
      next = bench.restart().sending;
    }
    await next.run();
    expect(bench.log()).toMatchObject([{ state: "sent" }]);
  });
  expect(salesforce.notes().map(({ on }) => on.toSorted())).toEqual([[sara.Id, tom.Id, harbour.Id].toSorted()]);
  expect(salesforce.all("Event")).toHaveLength(1);
  expect(salesforce.all("Task")).toHaveLength(22);
});

test("corrections change what is there; a note that was deleted comes back when minutes are sent again, a task does not", async () => {
  const { salesforce, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async (bench) => {
    const { tell, finish, meetings, log } = bench;
    await tell(meetId);
    await finish();
    const [first, second] = salesforce.all("Task");
    salesforce.remove(salesforce.notes()[0]?.id ?? "");
    salesforce.remove(second?.Id ?? "");
    if (first) Object.assign(first, { Status: "Completed", OwnerId: "005Qy0000000009" });
    meetings.set(meetId, { ...meeting, view: minutesView(meetId, "Eleven posts go.") });
    await tell(meetId, { id: 2, kind: "edits-changed" });
    expect(await finish()).toEqual([CORRECTIONS_WAIT_MS]);
    expect(log().map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(salesforce.notes()).toEqual([]);
    bench.connections.sendMinutes({ connectionId: id, kind: "salesforce", meetId, parts: [] });
    await finish();
  });
  expect(salesforce.notes().map(({ html }) => html.includes("Eleven posts go."))).toEqual([true]);
  expect(salesforce.all("Task")).toMatchObject([{ Status: "Completed", OwnerId: "005Qy0000000009" }]);
});

test("a task that is done here gets the company's own word for it", async () => {
  const { salesforce, userId } = await connectedPerson();
  const [, , closed] = salesforce.all("TaskStatus");
  if (closed) closed.ApiName = "Erledigt";
  const meeting = crmMeeting(userId);
  for (const { content } of meeting.view.summary?.fields ?? []) {
    const [first] = content.type === "tasks" ? content.items : [];
    if (first) first.done = true;
  }
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish }) => {
    await tell(meeting.reported.meetId);
    await finish();
  });
  expect(salesforce.all("Task").map(({ Status }) => Status)).toEqual(["Erledigt", undefined]);
});

test("limits and locks are waited for, other refusals are kept in words for the person", async () => {
  const { salesforce, userId, id } = await connectedPerson();
  const meeting = crmMeeting(userId);
  const refusal = (status: number, errorCode: string) => () =>
    Response.json([{ message: "of Sara: read-only", errorCode, fields: [] }], { status });
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async (bench) => {
    const { tell, finish, log, lines, connections: sent } = bench;
    salesforce.orders.failures.push(
      refusal(403, "REQUEST_LIMIT_EXCEEDED"),
      refusal(400, "UNABLE_TO_LOCK_ROW"),
      refusal(400, "FIELD_CUSTOM_VALIDATION_EXCEPTION"),
    );
    await tell(meeting.reported.meetId);
    expect(await finish()).toHaveLength(2);
    expect(log()).toMatchObject([{ state: "parked", fault: "status" }]);
    expect(lines.join("")).not.toContain("read-only");
    const [row] = sent.listSent({ older: null, isParked: true, meetId: null, limit: 10 }).rows;
    sent.resendSent({ deliveryId: row?.id ?? "", destinationId: id });
    await finish();
    expect(log()).toMatchObject([{ state: "sent", fault: null }]);
  });
  expect(salesforce.notes()).toHaveLength(1);
});

test("a session that has ended is renewed once, the refresh token stays, and without consent deliveries wait", async () => {
  const { salesforce, userId, id } = await connectedPerson();
  const meetings = [crmMeeting(userId), crmMeeting(userId), crmMeeting(userId)] as const;
  await onConnectionBench({ userId, meetings: [...meetings], people: [SARA] }, async ({ tell, finish, log }) => {
    for (const { reported } of meetings.slice(0, 2)) {
      salesforce.grants.expireAccessTokens();
      await tell(reported.meetId);
      await finish();
      expect(log(reported.meetId)).toMatchObject([{ state: "sent" }]);
    }
    salesforce.grants.expireAccessTokens();
    salesforce.grants.revokeAll();
    await tell(meetings[2].reported.meetId);
    await finish();
    expect(log(meetings[2].reported.meetId)).toMatchObject([{ state: "parked", fault: "reconnect" }]);
  });
  const [row] = await services.db.select().from(connections).where(eq(connections.id, id));
  expect(row?.brokenAt).not.toBeNull();
});

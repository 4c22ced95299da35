import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { CHOSEN_RELATED } from "#app/domain/limits/deliveries.ts";
import { changeConnection } from "#app/server/connections/change-connections.ts";
import { receiptsOfChoice } from "#app/server/crm/related-records.ts";
import { users } from "#app/server/db/schema-account.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { playHubSpot, playPipedrive } from "#tests/fakes/crm-server.ts";
import { connectCrm, connectHubSpot, crmMeeting, onConnectionBench } from "#tests/support/connection-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** Minutes on the companies and deals of a meeting's contacts, and owners of tasks: real objects and D1, and the stand-ins of both CRMs. */
const SARA = "sara.lind@harbour.example";
const TOM = "tom.berg@harbour.example";
/** The scopes that accounts gave before companies and deals were offered. */
const FORMER_SCOPES = ["oauth", "crm.objects.contacts.read", "crm.objects.contacts.write", "crm.schemas.contacts.read"];
const FORMER_PIPEDRIVE_SCOPES = ["base", "contacts:full", "activities:full"];

afterEach(() => vi.restoreAllMocks());

/** Tom is a colleague whom the minutes name; tasks are sent, and the meeting is logged. */
async function prepare(connectionId: string, userId: string) {
  await services.db.update(users).set({ name: "Tom Berg", email: "Tom.Berg@desk.example" }).where(eq(users.id, userId));
  await changeConnection(services, sessionActor(userId as never), {
    connectionId,
    change: { sends: "after-summary", settings: { meeting: true } },
  });
  await services.db.update(connections).set({ previewedAt: 1, activeSince: 0 }).where(eq(connections.id, connectionId));
}

/** A meeting whose first task is assigned to Tom Berg by his full name. */
function meetingWithTom(userId: string) {
  const meeting = crmMeeting(userId);
  for (const { content } of meeting.view.summary?.fields ?? []) {
    if (content.type === "tasks") for (const task of content.items) task.assigned &&= "Tom Berg";
  }
  return meeting;
}

const chose = (choice: { companies: string[]; deals: string[] }) => [
  { prefix: CHOSEN_RELATED, ids: receiptsOfChoice(choice) },
];

test("minutes go to the main company of each contact by themselves, to no deal, and a task has its owner", async () => {
  const hubspot = playHubSpot();
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  const [harbour] = [hubspot.addCompany("Harbour Desk", sara), hubspot.addCompany("Another one", sara)];
  hubspot.addDeal("Telephone desk", {}, sara);
  hubspot.addOwner("tom.berg@desk.example", "77");
  const { userId } = await signIn();
  await prepare(await connectHubSpot(hubspot, userId), userId);
  const meeting = meetingWithTom(userId);
  await onConnectionBench(
    { userId, meetings: [meeting], people: [SARA] },
    async ({ tell, finish, connections: sent }) => {
      await tell(meeting.reported.meetId);
      await finish();
      const { rows } = sent.listSent({ older: null, isParked: false, meetId: null, limit: 1 });
      expect(rows).toMatchObject([{ state: "sent", counts: { contacts: 1, companies: 1, deals: 0, tasks: 2 } }]);
    },
  );
  for (const type of ["notes", "meetings", "tasks"]) {
    for (const { contacts, companies, deals } of hubspot.all(type)) {
      expect([[...contacts], [...companies], [...deals]]).toEqual([[sara.id], [harbour?.id], []]);
    }
  }
  expect(hubspot.all("tasks").map(({ properties }) => properties.hubspot_owner_id)).toEqual(["77", undefined]);
});

test("the choice of a person counts from then on; records that they take out again are taken off, and no others", async () => {
  const hubspot = playHubSpot({ pageMax: 2 });
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  const company = hubspot.addCompany("Harbour Desk", sara);
  // They come in pages.
  const deals = ["One", "Two", "Three", "Four", "Five"].map((name) => hubspot.addDeal(name, {}, sara).id);
  const [first = "", , , , last = ""] = deals;
  const { userId } = await signIn();
  const id = await connectHubSpot(hubspot, userId);
  await prepare(id, userId);
  const meeting = crmMeeting(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench(
    { userId, meetings: [meeting], people: [SARA] },
    async ({ tell, finish, connections: sent }) => {
      const send = async (choice: { companies: string[]; deals: string[] }) => {
        sent.sendMinutes({ connectionId: id, kind: "hubspot", meetId, parts: chose(choice) });
        await finish();
        return hubspot.all("notes").map((note) => [[...note.companies], [...note.deals]]);
      };
      expect(await send({ companies: [company.id], deals: [first, last] })).toEqual([[[company.id], [first, last]]]);
      // A person takes the note to a deal at HubSpot.
      hubspot.all("notes")[0]?.deals.add(deals[2] ?? "");
      expect(await send({ companies: [], deals: [last] })).toEqual([[[], [last, deals[2]]]]);
      await tell(meetId, { id: 2, kind: "edits-changed" });
      await finish();
      expect(hubspot.all("notes").map((note) => [...note.deals])).toEqual([[last, deals[2]]]);
    },
  );
  expect(hubspot.all("tasks").map((task) => [...task.deals])).toEqual([[last], [last]]);
});

test("an account that was connected before goes on with its contacts, and offers more once it is connected again", async () => {
  const hubspot = playHubSpot();
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  const company = hubspot.addCompany("Harbour Desk", sara);
  hubspot.addOwner("tom.berg@desk.example", "77");
  const { userId } = await signIn();
  const id = await connectCrm({ kind: "hubspot", crm: hubspot, scopes: FORMER_SCOPES }, userId);
  await prepare(id, userId);
  const meeting = meetingWithTom(userId);
  const { meetId } = meeting.reported;
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, log }) => {
    await tell(meetId);
    await finish();
    expect(log()).toMatchObject([{ state: "sent", fault: null }]);
    expect(hubspot.all("notes").map((note) => [[...note.contacts], [...note.companies]])).toEqual([[[sara.id], []]]);
    expect(hubspot.all("tasks").map(({ properties }) => properties.hubspot_owner_id)).toEqual([undefined, undefined]);
    expect(await connectHubSpot(hubspot, userId)).toBe(id);
    await tell(meetId, { id: 2, kind: "edits-changed" });
    await finish();
  });
  expect(hubspot.all("notes").map((note) => [...note.companies])).toEqual([[company.id]]);
});

test("a CRM that fails while companies are read is asked again, and nothing is made without them", async () => {
  const hubspot = playHubSpot();
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  const company = hubspot.addCompany("Harbour Desk", sara);
  const { userId } = await signIn();
  await prepare(await connectHubSpot(hubspot, userId), userId);
  const meeting = crmMeeting(userId);
  // After the contacts were read.
  hubspot.orders.failures.push(
    () => null,
    () => new Response("", { status: 503 }),
  );
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish }) => {
    await tell(meeting.reported.meetId);
    expect(await finish()).toEqual([10_000]);
  });
  expect(hubspot.all("notes").map((note) => [...note.companies])).toEqual([[company.id]]);
});

test("at Pipedrive an organization and a deal get one note of several, and activities as well", async () => {
  const pipedrive = playPipedrive();
  const [sara, tom] = [pipedrive.addPerson(SARA, "Sara Lind"), pipedrive.addPerson(TOM, "Tom Berg")];
  const harbour = pipedrive.addOrganization("Harbour Desk", sara, tom);
  const deal = pipedrive.addDeal("Telephone desk", "open", tom);
  const owner = pipedrive.addUser("tom.berg@desk.example", "Tom Berg");
  const { userId } = await signIn();
  const id = await connectCrm({ kind: "pipedrive", crm: pipedrive }, userId);
  await prepare(id, userId);
  const meeting = meetingWithTom(userId);
  const { meetId } = meeting.reported;
  const choice = { companies: [String(harbour.id)], deals: [String(deal.id)] };
  await onConnectionBench(
    { userId, meetings: [meeting], people: [SARA, TOM] },
    async ({ finish, connections: sent }) => {
      sent.sendMinutes({ connectionId: id, kind: "pipedrive", meetId, parts: chose(choice) });
      await finish();
      const notes = () =>
        pipedrive.all("notes").map(({ properties: { person_id, org_id, deal_id } }) => [person_id, org_id, deal_id]);
      expect(notes()).toEqual([
        [sara.id, harbour.id, undefined],
        [tom.id, undefined, deal.id],
      ]);
      const common = { org_id: harbour.id, deal_id: deal.id };
      expect(pipedrive.all("activities").map(({ properties }) => properties)).toMatchObject([
        { type: "meeting", ...common },
        { type: "task", owner_id: owner.id, ...common },
        { type: "task", ...common },
      ]);
      sent.sendMinutes({ connectionId: id, kind: "pipedrive", meetId, parts: chose({ ...choice, deals: [] }) });
      await finish();
      expect(notes().map(([, , dealId]) => dealId)).toEqual([null, null]);
    },
  );
});

test("an app at Pipedrive without the permission for deals goes on with persons and organizations", async () => {
  const pipedrive = playPipedrive();
  const sara = pipedrive.addPerson(SARA, "Sara Lind");
  const harbour = pipedrive.addOrganization("Harbour Desk", sara);
  pipedrive.addUser("tom.berg@desk.example", "Tom Berg");
  const { userId } = await signIn();
  const id = await connectCrm({ kind: "pipedrive", crm: pipedrive, scopes: FORMER_PIPEDRIVE_SCOPES }, userId);
  await prepare(id, userId);
  const meeting = meetingWithTom(userId);
  await onConnectionBench({ userId, meetings: [meeting], people: [SARA] }, async ({ tell, finish, log }) => {
    await tell(meeting.reported.meetId);
    await finish();
    expect(log()).toMatchObject([{ state: "sent", fault: null }]);
  });
  expect(pipedrive.all("notes").map(({ properties }) => properties)).toMatchObject([{ org_id: harbour.id }]);
});

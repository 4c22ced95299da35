import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { crmPreview } from "#app/contracts/connections.ts";
import { sentPage } from "#app/contracts/sent.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import { accessToken, openTokens } from "#app/server/connections/connection-tokens.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { meetings } from "#app/server/db/schema.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { previewMinutes } from "#app/server/crm/preview-minutes.ts";
import { playHubSpot, playPipedrive } from "#tests/fakes/crm-server.ts";
import { call, refusalOf } from "#tests/support/api.ts";
import { connectCrm, connectHubSpot } from "#tests/support/connection-bench.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** The calls by which a person sends minutes, and the tokens with which that is done: real meetings, objects and D1. */

const SOON = { timeout: 30_000, interval: 50 };
const SARA = "sara.lind@harbour.example";
const SAID = [["Nora Puig", "The desk opens at eight on Monday."]] as const;
let userId: UserId;
let cookie = "";
let stranger = "";
let meetId: MeetId;

beforeAll(async () => {
  ({ userId, cookie } = await signIn());
  ({ cookie: stranger } = await signIn());
  ({ meetId } = await recordedTalk(SAID, { userId }));
}, 90_000);
afterEach(() => vi.restoreAllMocks());

/** HubSpot with Sara, connected anew: the same account keeps its id. */
async function connectedHubSpot() {
  const hubspot = playHubSpot();
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  return { hubspot, sara, connectionId: await connectHubSpot(hubspot, userId) };
}

const post = (path: string, json: unknown, as = cookie) => call(path, { method: "POST", cookie: as, json });
/** The deliveries among the lines: the mail of the minutes is another one. */
const listed = async () => {
  const { sent } = sentPage.parse(await (await call("/api/acta/sent", { cookie })).json());
  return sent.filter(({ kind }) => kind !== "mail");
};
const reasonOf = async (answer: Response) => {
  const { status, code } = await refusalOf(answer);
  return [status, code];
};

test("minutes are previewed, sent and sent again by their creator, and are there once", async () => {
  const { hubspot, sara, connectionId } = await connectedHubSpot();
  const path = `/api/acta/connections/${connectionId}`;
  const preview = async (body: unknown) =>
    crmPreview.parse(await (await post(`${path}/preview/${meetId}`, body)).json());
  expect(await preview({})).toMatchObject({ contacts: [], isUpdate: false });
  expect(await preview({ email: "nobody@harbour.example" })).toMatchObject({ contacts: [] });
  expect(await preview({ email: SARA })).toMatchObject({
    contacts: [{ name: "Sara Lind" }],
    note: expect.stringContaining("eight on Monday"),
  });
  expect(hubspot.all("notes")).toEqual([]);
  for (const act of ["preview", "send"])
    expect((await post(`${path}/${act}/${meetId}`, {}, stranger)).status).toBe(404);
  expect((await post(`${path}/send/${meetId}`, {}, "")).status).toBe(401);

  expect((await post(`${path}/send/${meetId}`, { contacts: [sara.id] })).status).toBe(200);
  const [sent] = await vi.waitFor(async () => {
    const lines = await listed();
    expect(lines).toMatchObject([{ kind: "hubspot", meetId, state: "sent", counts: { contacts: 1 } }]);
    return lines;
  }, SOON);
  expect(await preview({})).toMatchObject({ contacts: [{ name: "Sara Lind" }], isUpdate: true });
  // The same press of the button, because its answer was lost.
  for (let time = 0; time < 2; time += 1) {
    expect((await post(`${path}/send/${meetId}`, { key: "one-press-of-the-button" })).status).toBe(200);
  }
  expect((await post(`/api/acta/sent/${sent?.id}/resend`, null, stranger)).status).toBe(404);
  expect((await post(`/api/acta/sent/${sent?.id}/resend`, null)).status).toBe(200);
  await vi.waitFor(async () => expect((await listed()).map(({ state }) => state)).toEqual(["sent", "sent"]), SOON);
  expect(hubspot.all("notes")).toHaveLength(1);

  await services.db.update(connections).set({ brokenAt: 1 }).where(eq(connections.id, connectionId));
  for (const act of ["preview", "send"]) {
    expect(await reasonOf(await post(`${path}/${act}/${meetId}`, {}))).toEqual([409, "reconnect"]);
  }
  await services.db.delete(connections).where(eq(connections.id, connectionId));
  expect((await post(`/api/acta/sent/${sent?.id}/resend`, null)).status).toBe(404);
  expect((await listed())[0]).toMatchObject({ to: null, kind: "hubspot" });
});

test("companies and deals are offered, the choice is kept, and an account of before says once that it can offer them", async () => {
  const { userId: person, cookie: as } = await signIn();
  // Before HubSpot takes the network's place.
  const { meetId: id } = await recordedTalk(SAID, { userId: person });
  const hubspot = playHubSpot();
  const sara = hubspot.addContact(SARA, "Sara", "Lind");
  const company = hubspot.addCompany("Harbour Desk", sara);
  hubspot.addDeal("Pilot", { isClosed: true }, sara);
  const deal = hubspot.addDeal("Telephone desk", {}, sara);
  const scopes = ["oauth", "crm.objects.contacts.read", "crm.objects.contacts.write"];
  const path = `/api/acta/connections/${await connectCrm({ kind: "hubspot", crm: hubspot, scopes }, person)}`;
  const preview = async (body: unknown) =>
    crmPreview.parse(await (await post(`${path}/preview/${id}`, body, as)).json()).related;
  const none = { companies: [], deals: [], hasOneDeal: false };
  expect(await preview({ email: SARA })).toEqual({ ...none, isConnectingAgainWorth: true });
  expect(await preview({ email: SARA })).toEqual({ ...none, isConnectingAgainWorth: false });
  await connectHubSpot(hubspot, person);
  expect(await preview({ email: SARA })).toMatchObject({
    companies: [{ name: "Harbour Desk", isChosen: true }],
    deals: [
      { name: "Telephone desk", isOpen: true, isChosen: false },
      { name: "Pilot", isOpen: false, isChosen: false },
    ],
    isConnectingAgainWorth: false,
  });
  const related = { companies: [], deals: [deal.id] };
  expect((await post(`${path}/send/${id}`, { contacts: [sara.id], related }, as)).status).toBe(200);
  await vi.waitFor(() => expect(hubspot.all("notes").map(({ deals }) => [...deals])).toEqual([[deal.id]]), SOON);
  expect(hubspot.all("notes").map(({ companies }) => companies.has(company.id))).toEqual([false]);
  const kept = await preview({});
  expect(kept.companies.concat(kept.deals).map(({ isChosen }) => isChosen)).toEqual([false, true, false]);
  const wrong = { companies: ["../deals"], deals: [] };
  expect((await post(`${path}/send/${id}`, { related: wrong }, as)).status).toBe(422);
}, 60_000);

test("a preview reads the meeting as the person who asked for it", async () => {
  const { connectionId } = await connectedHubSpot();
  const view = vi.fn<typeof services.meetings.view>((...asked) => services.meetings.view(...asked));
  const needs = { ...services, meetings: { ...services.meetings, view } };
  const actor = sessionActor(userId);
  expect((await previewMinutes(needs, actor, { connectionId, meetId, email: SARA })).ok).toBe(true);
  expect(view.mock.calls).toEqual([[meetId, { kind: "owner", userId }]]);
});

test("an administrator has a meeting that stayed with their team, and sends nothing of it; its creator neither", async () => {
  const hubspot = playHubSpot();
  const { userId: otherId, cookie: administrator } = await signIn();
  const teamId = await makeTeam({ owner: { userId: otherId }, others: [{ userId }] });
  const connectionIds = [await connectHubSpot(hubspot, otherId), await connectHubSpot(playHubSpot(), userId)];
  const show = (visibility: string) =>
    call(`/api/acta/meetings/${meetId}/visibility`, { method: "PUT", cookie, json: { visibility, people: [] } });
  const move = (workspaceId: string) =>
    services.db.update(meetings).set({ workspaceId }).where(eq(meetings.id, meetId));
  expect((await show("team")).status).toBe(200);
  await move(teamId);
  for (const [index, as] of [administrator, cookie].entries()) {
    for (const act of ["preview", "send"]) {
      const path = `/api/acta/connections/${connectionIds[index]}/${act}/${meetId}`;
      expect((await post(path, {}, as)).status).toBe(404);
    }
  }
  expect((await call(`/api/acta/meetings/${meetId}/shares`, { cookie: administrator })).status).toBe(200);
  const sent = await call(`/api/acta/meetings/${meetId}/sent`, { cookie: administrator });
  expect([sent.status, await sent.json()]).toEqual([200, { sent: [], connections: [] }]);
  await move(userId);
  expect((await show("private")).status).toBe(200);
});

test("a CRM that is down is said so, and a meeting that is gone is not found", async () => {
  const { hubspot, connectionId } = await connectedHubSpot();
  const path = `/api/acta/connections/${connectionId}`;
  hubspot.orders.failures.push(() => new Response("", { status: 503 }));
  expect((await post(`${path}/preview/${meetId}`, { email: SARA })).status).toBe(503);
  hubspot.orders.failures.push(() => new Response("", { status: 503 }));
  expect((await call(`${path}/properties`, { cookie })).status).toBe(503);
  expect((await post(`${path}/preview/${meetId}`, { email: SARA })).status).toBe(200);
  await services.db.update(meetings).set({ deletedAt: 1 }).where(eq(meetings.id, meetId));
  for (const act of ["preview", "send"]) expect((await post(`${path}/${act}/${meetId}`, {})).status).toBe(404);
  await services.db.update(meetings).set({ deletedAt: null }).where(eq(meetings.id, meetId));
});

test("two requests that refresh the tokens at the same time refresh them once", async () => {
  const pipedrive = playPipedrive();
  const { userId: owner } = await signIn();
  const id = await connectCrm({ kind: "pipedrive", crm: pipedrive }, owner);
  const client = services.connectionClients.pipedrive;
  if (client === undefined) throw new Error("Pipedrive is not configured");
  let refreshes = 0;
  let answers: () => void = () => {};
  let next: "answer" | "fail" = "answer";
  const asked = vi.fn();
  const refresh: typeof client.refresh = async (...given) => {
    refreshes += 1;
    asked();
    await new Promise<void>((resolve) => (answers = resolve));
    if (next === "fail") throw new UpstreamError({ service: "pipedrive", status: 503, retryable: true });
    return client.refresh(...given);
  };
  const needs = { ...services, connectionClients: { pipedrive: { ...client, refresh } } };
  const inHand = await accessToken(needs, id);
  if (inHand === null) throw new Error("the account is connected");
  pipedrive.grants.expireAccessTokens();
  const both = [accessToken(needs, id, inHand), accessToken(needs, id, inHand)];
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), SOON);
  answers();
  const [one, other] = await Promise.all(both);
  expect([refreshes, one === other, one === inHand]).toEqual([1, true, false]);
  expect(pipedrive.grants.scopesOf(one ?? "")).not.toBeNull();
  // One that comes late with the former token does not refresh either.
  expect(await accessToken(needs, id, inHand)).toBe(one);

  // While Pipedrive is down the tokens stay as they are.
  next = "fail";
  const failed = accessToken(needs, id, one ?? "").catch((error: unknown) => error);
  await vi.waitFor(() => expect(refreshes).toBe(2), SOON);
  answers();
  expect(await failed).toBeInstanceOf(UpstreamError);
  expect(await accessToken(needs, id)).toBe(one);

  // A consent that was taken back is found once, and both callers learn of it.
  next = "answer";
  pipedrive.grants.revokeAll();
  const refused = [accessToken(needs, id, one ?? ""), accessToken(needs, id, one ?? "")];
  await vi.waitFor(() => expect(refreshes).toBe(3), SOON);
  answers();
  expect(await Promise.all(refused)).toEqual([null, null]);
  expect(refreshes).toBe(3);
  const [row] = await services.db.select().from(connections).where(eq(connections.id, id));
  expect(row?.brokenAt).not.toBeNull();
  expect(row && (await openTokens(services.secretBox, row))).not.toHaveProperty("refreshing");
});

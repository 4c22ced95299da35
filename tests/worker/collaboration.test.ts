import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChosenPlace } from "#app/contracts/integration-changes.ts";
import { shownConnection } from "#app/contracts/connections.ts";
import type { UserId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import { choosePlace, listPlaces } from "#app/server/collaboration/choose-place.ts";
import { changeConnection, disconnect, listConnections } from "#app/server/connections/change-connections.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { sendMinutes } from "#app/server/deliveries/send-minutes.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions } from "#app/server/db/schema-account.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { type PlayedCollaboration, playCollaboration } from "#tests/fakes/collaboration.ts";
import { call } from "#tests/support/api.ts";
import { connect, onCollaborationBench } from "#tests/support/collaboration-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf } from "#tests/support/upload-meeting.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** Slack and Notion, from the consent to the message. Only Slack and Notion stand in. */

const db = openDatabase(env.DB);
const DESK = "C0DESK0001";
let played: PlayedCollaboration;
let userId: UserId;
let cookie: string;

beforeEach(async () => {
  played = playCollaboration();
  ({ userId, cookie } = await signIn());
});
afterEach(async () => {
  vi.restoreAllMocks();
  // The workspace at Slack is the same in all tests, and so is its token.
  await db.delete(connections);
});

const place = (over: Partial<ChosenPlace> = {}): ChosenPlace => ({
  placeId: DESK,
  sends: "after-summary",
  updates: true,
  templates: null,
  mapping: {},
  fields: [],
  ...over,
});

/** A connection that sends. */
async function connected(kind: "slack" | "notion", over: Partial<ChosenPlace> = {}): Promise<string> {
  const { result, connectionId } = await connect(played, { userId, kind });
  expect(result).toBe("connected");
  const placeId = kind === "slack" ? DESK : ([...played.notion.sources.keys()][0] ?? "");
  const chosen = place({ placeId, ...over });
  expect(await choosePlace(services, sessionActor(userId), { connectionId, chosen })).toMatchObject({ ok: true });
  return connectionId;
}

const rowOf = async (id: string) => (await db.select().from(connections).where(eq(connections.id, id)))[0];
const wordsIn = (blocks: readonly { text?: { text: string } }[]) =>
  blocks.map(({ text }) => text?.text ?? "").join("\n");

test("Slack is connected by its consent, with the tokens encrypted, once for each attempt and session", async () => {
  const actor = sessionActor(userId);
  const started = await startConnection(services, actor, { kind: "slack", returnTo: "/settings/integrations#apps" });
  const url = started.ok ? started.value.url : "";
  const query = await played.decide(url, "allow");
  const other = { ...actor, sessionHash: "1".repeat(64) };
  expect(await finishConnection(services, other, { kind: "slack", query })).toMatchObject({ result: "expired" });
  expect(await finishConnection(services, actor, { kind: "slack", query })).toEqual({
    result: "connected",
    returnTo: "/settings/integrations#apps",
  });
  expect(await finishConnection(services, actor, { kind: "slack", query })).toMatchObject({ result: "expired" });
  const [row] = await db.select().from(connections).where(eq(connections.userId, userId));
  expect(row).toMatchObject({ accountName: "Clínica Girona", sends: "by-hand", previewedAt: null });
  expect(row?.tokens).not.toContain("xoxb");
});

test("a consent that is cancelled, or gives too little or what Acta cannot use, connects nothing", async () => {
  const actor = sessionActor(userId);
  const start = async () => {
    const started = await startConnection(services, actor, { kind: "slack", returnTo: "/settings" });
    return started.ok ? started.value.url : "";
  };
  const cancelled = await played.decide(await start(), "cancel");
  expect(await finishConnection(services, actor, { kind: "slack", query: cancelled })).toMatchObject({
    result: "cancelled",
  });
  played.slack.orders.scopes = "links:read";
  const query = await played.decide(await start(), "allow");
  expect(await finishConnection(services, actor, { kind: "slack", query })).toMatchObject({ result: "scopes-missing" });
  // Installations that Acta cannot use are told apart: a whole organisation, and tokens that end after hours.
  const { slack } = played;
  for (const [grant, result] of [
    [{ is_enterprise_install: true, team: undefined, enterprise: { id: "E0ACTA0001" } }, "whole-organisation"],
    [{ refresh_token: "xoxe-1-local", expires_in: 43_200 }, "token-rotation"],
  ] as const) {
    Object.assign(slack.orders, { grant, scopes: "chat:write,channels:read" });
    const answered = await played.decide(await start(), "allow");
    expect(await finishConnection(services, actor, { kind: "slack", query: answered })).toMatchObject({ result });
  }
  expect(await listConnections(services, actor)).toMatchObject({ connections: [] });
});

test("only channels that the person is in can be chosen, by the page and by its API", async () => {
  const { connectionId } = await connect(played, { userId, kind: "slack" });
  const path = `/api/acta/connections/${connectionId}`;
  // Sessions of this test call the use cases directly; the page has a session of its own.
  const listed = await listPlaces(services, sessionActor(userId), connectionId);
  expect(listed.ok && listed.value.places.map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
    ["board", true],
    ["coordinacio-girones-selva-pla-de-l-estany", false],
    ["desk", false],
    ["general", false],
  ]);
  const put = (json: unknown) => call(`${path}/place`, { method: "PUT", cookie, json });
  expect((await put(place({ placeId: "G0OTHERS01" }))).status).toBe(409);
  const saved = shownConnection.parse(await (await put(place({ templates: [null] }))).json());
  expect(saved.settings).toEqual({ channel: { id: DESK, name: "desk" }, templates: [null] });
  expect(saved.previewedAt).not.toBeNull();
  // The general call cannot name a channel behind this one's back.
  const change = { settings: { channel: { id: "G0OTHERS01", name: "only-others" } } };
  await changeConnection(services, sessionActor(userId), { connectionId, change });
  expect(JSON.parse((await rowOf(connectionId))?.settings ?? "{}")).toMatchObject({ channel: { id: DESK } });
  const stranger = await signIn();
  expect((await call(`${path}/places`, { cookie: stranger.cookie })).status).toBe(404);
  expect((await call(`${path}/place`, { method: "PUT", cookie: stranger.cookie, json: place() })).status).toBe(404);
});

test("Slack: minutes are posted once by rule, changed after corrections, and posted again by hand", async () => {
  const connectionId = await connected("slack");
  await onCollaborationBench(userId, async ({ tell, finish, log, sendManually, view, lines, clock, meetId }) => {
    await tell();
    await tell({ kind: "status-changed", id: 2 });
    await finish();
    const { messages } = played.slack;
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ channel: DESK, edits: 0 });
    expect(wordsIn(messages[0]?.blocks ?? [])).toContain("☑ Mend the roof");
    expect(wordsIn(messages[0]?.blocks ?? [])).toContain(`<http://localhost:8787/${meetId}|Open the minutes in Acta>`);
    const [sent] = log(connectionId);
    expect(sent).toMatchObject({ state: "sent", event: "minutes.written", fault: null });

    view.now = { ...view.now, head: { ...view.now.head, title: "Another title" } };
    clock.now += 1000;
    await tell({ kind: "edits-changed", id: 3 });
    await finish();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ text: "Another title", edits: 1 });

    // The answer to the first press was lost. Another channel is another sending, also under its key.
    for (const placeId of [undefined, undefined, "C0GENERAL1"]) {
      sendManually({ connectionId, kind: "slack", key: "one-press-of-the-button", ...(placeId && { placeId }) });
      await finish();
    }
    expect(messages.map(({ channel }) => channel)).toEqual([DESK, DESK, "C0GENERAL1"]);
    expect(lines.join("")).not.toMatch(/Another title|roof|xoxb|desk/);
  });
});

test("Slack: a channel that is chosen for one sending gets a copy, and corrections change the message of the rule", async () => {
  const connectionId = await connected("slack");
  const actor = sessionActor(userId);
  const listed = await listPlaces(services, actor, connectionId);
  const general = (listed.ok ? listed.value.places : []).find(({ name }) => name === "general")?.id ?? "";
  await onCollaborationBench(userId, async ({ tell, finish, sendManually, view }) => {
    await tell();
    await finish();
    sendManually({ connectionId, kind: "slack", placeId: general });
    await finish();
    view.now = { ...view.now, head: { ...view.now.head, title: "Another title" } };
    await tell({ kind: "edits-changed", id: 3 });
    await finish();
    sendManually({ connectionId, kind: "slack" });
    await finish();
  });
  expect(played.slack.messages.map(({ channel, edits }) => [channel, edits])).toEqual([
    [DESK, 1],
    [general, 0],
    [DESK, 0],
  ]);
});

test("Slack: a copy in another channel does not take the place of the rule's own message", async () => {
  const connectionId = await connected("slack", { templates: ["another"] });
  const listed = await listPlaces(services, sessionActor(userId), connectionId);
  const general = (listed.ok ? listed.value.places : []).find(({ name }) => name === "general")?.id ?? "";
  await onCollaborationBench(userId, async ({ tell, finish, sendManually, view }) => {
    sendManually({ connectionId, kind: "slack", placeId: general });
    await finish();
    const { summary } = view.now;
    if (summary === null) throw new Error("the meeting has minutes");
    // A copy that is the only one is corrected.
    await tell({ kind: "edits-changed", id: 2 });
    await finish();
    view.now = { ...view.now, summary: { ...summary, template: { ...summary.template, id: "another" } } };
    await tell({ id: 3 });
    await finish();
    await tell({ kind: "edits-changed", id: 4 });
    await finish();
  });
  expect(played.slack.messages.map(({ channel, edits }) => [channel, edits])).toEqual([
    [general, 1],
    [DESK, 1],
  ]);
});

test("Slack: minutes are sent by hand to channels that the person sees, and to no others", async () => {
  const connectionId = await connected("slack", { sends: "by-hand" });
  const actor = sessionActor(userId);
  const { meetId } = await birthOf({ userId });
  const asked: unknown[] = [];
  const minutesDeliveries = {
    of: () => ({
      ...services.minutesDeliveries.of(userId),
      sendMinutes: async ({ placeId }: { placeId?: string }) => void asked.push(placeId),
    }),
  };
  const send = (placeId: string | null) =>
    sendMinutes({ ...services, minutesDeliveries }, actor, {
      connectionId,
      meetId,
      contacts: null,
      related: null,
      placeId,
      key: null,
    });
  expect(await send("G0OTHERS01")).toEqual({ ok: false, reason: "place-gone" });
  expect(await send(DESK)).toMatchObject({ ok: true });
  expect(await send(null)).toMatchObject({ ok: true });
  expect(asked).toEqual([DESK, undefined]);
  const { connectionId: notion } = await connect(played, { userId, kind: "notion" });
  expect(
    await sendMinutes(services, actor, {
      connectionId: notion,
      meetId,
      contacts: null,
      related: null,
      placeId: DESK,
      key: null,
    }),
  ).toMatchObject({ reason: "place-gone" });
});

test("Slack: a rule by template sends the meetings of that template, and no others", async () => {
  await connected("slack", { templates: ["another"] });
  await onCollaborationBench(userId, async ({ tell, finish, view }) => {
    await tell();
    await finish();
    expect(played.slack.messages).toEqual([]);
    const { summary } = view.now;
    if (summary === null) throw new Error("the meeting has minutes");
    view.now = { ...view.now, summary: { ...summary, template: { ...summary.template, id: "another" } } };
    await tell({ id: 2 });
    await finish();
  });
  expect(played.slack.messages).toHaveLength(1);
});

test("Slack: nothing goes by itself where the person sends by hand", async () => {
  const connectionId = await connected("slack", { sends: "by-hand" });
  await onCollaborationBench(userId, async ({ tell, finish, sendManually }) => {
    await tell();
    await finish();
    expect(played.slack.messages).toEqual([]);
    sendManually({ connectionId, kind: "slack" });
    await finish();
  });
  expect(played.slack.messages).toHaveLength(1);
});

test("Slack: faults wait or are parked, and say why", async () => {
  const connectionId = await connected("slack");
  const { orders } = played.slack;
  await onCollaborationBench(userId, async ({ finish, log, sendManually }) => {
    const send = async (...answers: (() => Response)[]) => {
      for (const answer of answers) orders.failures.push({ method: "chat.postMessage", answer });
      sendManually({ connectionId, kind: "slack" });
      const waits = await finish();
      return { waits, ...log(connectionId)[0] };
    };
    const says = (error: string) => () => Response.json({ ok: false, error });
    const later = () => new Response(null, { status: 429, headers: { "Retry-After": "3600" } });
    const limited = await send(later, () => new Response(null, { status: 503 }));
    expect(limited).toMatchObject({ state: "sent" });
    expect(limited.waits[0]).toBe(HOUR_MS);
    expect(await send(says("channel_not_found"))).toMatchObject({ state: "parked", fault: "place", waits: [] });
    expect(await send(says("not_in_channel"))).toMatchObject({ state: "parked", fault: "not-in-channel" });
    expect(await send(says("invalid_arguments"))).toMatchObject({ state: "parked", fault: "refused" });
    // Longer than Slack takes after all: the title and the link go.
    const before = played.slack.messages.length;
    expect(await send(says("msg_blocks_too_long"))).toMatchObject({ state: "sent" });
    expect(played.slack.messages.slice(before).map(({ blocks }) => blocks.length)).toEqual([3]);
  });
});

test("Slack: a revoked token stops the connection until the person connects again, and what waited is sent then", async () => {
  const connectionId = await connected("slack");
  await onCollaborationBench(userId, async ({ tell, finish, log, resume }) => {
    played.slack.revoke();
    await tell();
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "reconnect" });
    expect(await rowOf(connectionId)).toMatchObject({ brokenAt: expect.any(Number) });
    resume(connectionId);
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "reconnect" });
    expect((await connect(played, { userId, kind: "slack" })).connectionId).toBe(connectionId);
    resume(connectionId);
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "sent" });
  });
  expect(played.slack.messages).toHaveLength(1);
});

test("the token of a Slack workspace ends with the last person's connection", async () => {
  const connectionId = await connected("slack");
  const colleague = await signIn();
  await connect(played, { userId: colleague.userId, kind: "slack" });
  const revokes = () => played.requests.filter((request) => request.endsWith("/auth.revoke")).length;
  expect(await disconnect(services, sessionActor(userId), connectionId)).toMatchObject({ ok: true });
  expect([revokes(), await rowOf(connectionId)]).toEqual([0, undefined]);
  const [{ id } = { id: "" }] = await db.select().from(connections).where(eq(connections.userId, colleague.userId));
  await disconnect(services, sessionActor(colleague.userId), id);
  expect(revokes()).toBe(1);
});

test("a consent that comes back while the person's account is deleted connects nothing, and its token ends", async () => {
  const revokes = () => played.requests.filter((request) => request.endsWith("/auth.revoke")).length;
  const colleague = await signIn();
  await connect(played, { userId: colleague.userId, kind: "slack" });
  await db.insert(accountDeletions).values({ userId, email: null, locale: "en", requestedAt: 1 });
  // The colleague's Slack workspace has the same token.
  expect(await connect(played, { userId, kind: "slack" })).toEqual({ result: "expired", connectionId: "" });
  expect(revokes()).toBe(0);
  await db.delete(connections);
  expect(await connect(played, { userId, kind: "slack" })).toEqual({ result: "expired", connectionId: "" });
  expect(revokes()).toBe(1);
});

test("Notion: one page for each meeting, with its fields mapped, changed after corrections", async () => {
  const [source] = played.notion.sources.values();
  const idOf = (name: string) => [...(source?.properties.values() ?? [])].find((each) => each.name === name)?.id ?? "";
  const mapping = { startsAt: idOf("Date"), link: idOf("Link"), keywords: idOf("Topics") };
  // The title of the field was another one when it was chosen.
  const notes = { field: "Remarks", key: "f5", property: idOf("Project") };
  const fields = [notes, { field: "Tags", property: "gone" }];
  const connectionId = await connected("notion", { mapping, fields });
  expect(idOf("Acta ID")).not.toBe("");
  await onCollaborationBench(userId, async ({ tell, finish, log, view, meetId, clock }) => {
    await tell();
    await finish();
    const pageId = [...played.notion.pages.keys()][0] ?? "";
    const read = () => {
      const page = played.notion.pages.get(pageId);
      if (!page) throw new Error("a page was made");
      return played.notion.readPage(page);
    };
    expect(JSON.stringify(read().properties)).toContain(meetId);
    expect(read().properties).toMatchObject({
      Date: { date: { start: expect.any(String) } },
      Link: { url: `http://localhost:8787/${meetId}` },
      Topics: { multi_select: [{ name: "gutter" }, { name: "slate" }] },
      Project: { select: { name: "Nobody was hurt." } },
    });
    expect(read().lines).toContain("row: Slate | 40 euros");
    expect(log(connectionId)[0]).toMatchObject({ state: "sent" });

    // The person renames properties, Acta's own among them, and saves the settings again.
    for (const each of source?.properties.values() ?? []) each.name = `My ${each.name}`;
    const again = place({ placeId: source?.id ?? "", mapping, fields });
    expect(await choosePlace(services, sessionActor(userId), { connectionId, chosen: again })).toMatchObject({
      ok: true,
    });
    expect(idOf("Acta ID")).toBe("");
    expect(JSON.parse((await rowOf(connectionId))?.settings ?? "")).toMatchObject({ fields: [notes] });

    played.notion.write(pageId, "A note of a person");
    view.now = { ...view.now, head: { ...view.now.head, title: "Another title" } };
    clock.now += 1000;
    await tell({ kind: "edits-changed", id: 2 });
    await finish();
    expect(played.notion.pages.size).toBe(1);
    expect(read().properties).toMatchObject({
      "My Name": { title: [{ text: { content: "Another title" } }] },
      "My Project": { select: { name: "Nobody was hurt." } },
    });
    expect(read().lines.filter((line) => line === "heading_2: Summary")).toHaveLength(1);
    expect(read().lines).toContain("paragraph: A note of a person");
  });
});

test("Notion: corrections stay with the page after another database was chosen, and a sending by hand goes to that one", async () => {
  const connectionId = await connected("notion");
  const [first, second] = [...played.notion.sources.keys()];
  await onCollaborationBench(userId, async ({ tell, finish, log, view, clock, sendManually }) => {
    await tell();
    await finish();
    const titled = (title: string) => {
      view.now = { ...view.now, head: { ...view.now.head, title } };
    };
    const pages = () =>
      [...played.notion.pages.values()].map((page) => [page.sourceId, JSON.stringify(played.notion.readPage(page))]);
    const chosen = place({ placeId: second ?? "" });
    expect(await choosePlace(services, sessionActor(userId), { connectionId, chosen })).toMatchObject({ ok: true });
    titled("A corrected title");
    clock.now += 1000;
    await tell({ kind: "edits-changed", id: 2 });
    await finish();
    expect(log(connectionId).map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(pages()).toEqual([[first, expect.stringContaining("A corrected title")]]);
    sendManually({ connectionId, kind: "notion" });
    await finish();
    expect(pages().map(([source]) => source)).toEqual([first, second]);
    titled("Corrected again");
    clock.now += 1000;
    await tell({ kind: "edits-changed", id: 3 });
    await finish();
    expect(pages()).toEqual([
      [first, expect.stringContaining("A corrected title")],
      [second, expect.stringContaining("Corrected again")],
    ]);
  });
});

test("Notion: an attempt that died after making the page finds it again", async () => {
  const connectionId = await connected("notion");
  played.notion.orders.failures.push({ at: "GET blocks", answer: () => new Response(null, { status: 502 }) });
  await onCollaborationBench(userId, async ({ tell, run, finish, log, sendManually }) => {
    await tell();
    await run();
    expect(log(connectionId)[0]).toMatchObject({ state: "waiting", fault: "status" });
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "sent" });
    // Another connection has no receipt: it finds the page by the id of the meeting.
    await disconnect(services, sessionActor(userId), connectionId);
    const again = await connected("notion");
    sendManually({ connectionId: again, kind: "notion" });
    await finish();
    expect(log(again)[0]).toMatchObject({ state: "sent" });
  });
  expect(played.notion.pages.size).toBe(1);
  expect(played.requests.filter((request) => request === "POST /notion/v1/pages")).toHaveLength(1);
});

test("Notion: a revoked token and a database that is gone are said in words", async () => {
  const connectionId = await connected("notion");
  await onCollaborationBench(userId, async ({ finish, log, sendManually }) => {
    const gone = () => Response.json({ object: "error", status: 404, code: "object_not_found" }, { status: 404 });
    played.notion.orders.failures.push({ at: "GET data_sources", answer: gone });
    sendManually({ connectionId, kind: "notion" });
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "place" });
    played.notion.revoke();
    sendManually({ connectionId, kind: "notion" });
    await finish();
    expect(log(connectionId)[0]).toMatchObject({ state: "parked", fault: "reconnect" });
    expect(await rowOf(connectionId)).toMatchObject({ brokenAt: expect.any(Number) });
  });
  const refusedPlaces = await listPlaces(services, sessionActor(userId), connectionId);
  expect(refusedPlaces).toMatchObject({ ok: false, reason: "reconnect" });
});

test("Notion: a collision with another change is tried again", async () => {
  const connectionId = await connected("notion");
  const collision = () => Response.json({ object: "error", status: 409, code: "conflict_error" }, { status: 409 });
  played.notion.orders.failures.push({ at: "PATCH blocks", answer: collision });
  await onCollaborationBench(userId, async ({ tell, finish, log }) => {
    await tell();
    expect(await finish()).toEqual([10_000]);
    expect(log(connectionId)[0]).toMatchObject({ state: "sent", fault: null });
  });
  expect(played.notion.pages.size).toBe(1);
});

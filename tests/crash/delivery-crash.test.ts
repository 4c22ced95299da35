import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { storage } from "#tests/crash/crashes.ts";
import { END_MS_MAX, makeSubject, stopsAt, type Subject, TEST_MS_MAX } from "#tests/crash/kill-together.ts";
import { serve } from "#tests/fakes/serve.mjs";
import { fixture } from "#tests/support/fixture.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually } from "#tests/support/look-inside.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";
import { SLACK_CLIENT, SLACK_SIGNING_SECRET } from "../../workers/stand-ins/collaboration/collaboration-routes.mjs";
import { createSlackStandIn } from "../../workers/stand-ins/collaboration/slack-stand-in.mjs";
import { createHubSpot } from "../../workers/stand-ins/crm/hubspot-stand-in.mjs";

/**
 * A process that is killed after three destinations have taken a meeting, and before any of that is stored: a webhook that was answered,
 * and a note at HubSpot and a message in Slack whose answers are on their way.
 */

let edge: Awaited<ReturnType<typeof startEdge>>;
let acta: KillableActa;

beforeAll(async () => {
  edge = await startEdge();
  acta = await startKillableActa("tests/crash/worker.ts", {
    WEBHOOK_ORIGIN: edge.origin,
    CONNECTION_ORIGIN: edge.origin,
  });
}, 120_000);
afterAll(async () => {
  await acta?.stop();
  await edge?.stop();
});

test("a kill between sending and storing repeats a webhook under its id, makes no second note, and repeats what has no key", {
  timeout: TEST_MS_MAX,
}, async () => {
  const person = await makeSubject(acta);
  const hook = await call(person, "webhooks", {
    url: `${edge.origin}/hook`,
    events: ["meeting.summarized"],
    content: "links",
  });
  const { secret } = z.object({ secret: z.string() }).parse(hook);
  for (const kind of ["hubspot", "slack"] as const) await connect(person, kind);
  const { meetId } = await uploadPersistently({
    origin: acta.origin,
    cookie: person.cookie,
    title: "Seminar rooms",
    bytes: await fixture("talk-captions.mp4"),
    submissionId: `delivery-${person.userId}`,
    msMax: END_MS_MAX,
    headers: person.headers,
  });
  await eventually(edge.taken, ({ hooks }) => hooks === 1, END_MS_MAX);
  const { connections } = accounts.parse(await call(person, "connections"));
  const idOf = (kind: string) => connections.find((each) => each.kind === kind)?.id;
  await call(person, `connections/${idOf("hubspot")}/send/${meetId}`, { contacts: [edge.contactId] });
  await eventually(edge.taken, ({ notes }) => notes === 1, END_MS_MAX);
  await call(person, `connections/${idOf("slack")}/send/${meetId}`, { placeId: edge.channelId });
  await eventually(edge.taken, ({ messages }) => messages === 1, END_MS_MAX);
  const { struck } = await stopsAt(acta, person, { steps: [storage("UPDATE deliveries SET state")], when: "before" });
  edge.answerHook();
  await struck;
  await acta.kill();
  edge.answerAll();
  await acta.start();

  expect(await sentOf(person)).toEqual({ webhook: ["waiting"], hubspot: ["waiting"], slack: ["waiting"] });
  await acta.miniflare().dispatchFetch(`${acta.origin}/_due?workspace=${person.userId}`);
  const arrived = { webhook: ["sent"], hubspot: ["sent"], slack: ["sent"] };
  const isOver = (sent: object) =>
    Object.values(sent)
      .flat()
      .every((state) => state === "sent");
  expect(await eventually(() => sentOf(person), isOver, END_MS_MAX)).toEqual(arrived);

  expect(await edge.taken()).toEqual({ hooks: 2, notes: 1, messages: 2 });
  expect(new Set(edge.hooks.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  for (const { body, headers } of edge.hooks) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { meeting: { id: meetId } } });
  }
});

const accounts = z.object({ connections: z.array(z.object({ id: z.string(), kind: z.string() })) });
const sentList = z.object({ sent: z.array(z.object({ kind: z.string(), state: z.string() })) });

/** The states of the lines of "What was sent" for each destination; the mail and links aside. */
async function sentOf(person: Subject): Promise<Record<string, string[]>> {
  const { sent } = sentList.parse(await call(person, "sent"));
  const statesOf = (kind: string) => sent.filter((line) => line.kind === kind).map(({ state }) => state);
  return Object.fromEntries(["webhook", "hubspot", "slack"].map((kind) => [kind, statesOf(kind)]));
}

/** Calls the app's own API: with a body to change something, else to read. */
async function call(person: Subject, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${acta.origin}/api/acta/${path}`, {
    headers: { Cookie: person.cookie, Origin: acta.origin, "Content-Type": "application/json", ...person.headers },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Through the consent, as a browser goes. */
async function connect({ cookie, headers }: Subject, kind: "hubspot" | "slack"): Promise<void> {
  const begun = await fetch(`${acta.origin}/api/acta/connections/connect/${kind}`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: acta.origin, ...headers },
    body: new URLSearchParams({ returnTo: "/settings" }),
    redirect: "manual",
  });
  const back = await edge.allow(begun.headers.get("Location") ?? "");
  const ended = await fetch(back, { headers: { Cookie: cookie, ...headers }, redirect: "manual" });
  expect(ended.headers.get("Location")).toContain("connected");
}

/** The receiver of webhooks, HubSpot and Slack at one address. Each takes its first message and keeps the answer back. */
async function startEdge() {
  const client = { id: "acta-local-hubspot", secret: "acta-local-hubspot-secret" };
  const hubspot = createHubSpot({ client, isRedirectAllowed: () => true, now: Date.now });
  const contact = hubspot.addContact("jonas@clara.example", "Jonas", "Vidal");
  const slack = createSlackStandIn({
    client: SLACK_CLIENT,
    signingSecret: SLACK_SIGNING_SECRET,
    eventsUrl: "http://127.0.0.1:1",
    now: Date.now,
    isRedirectAllowed: () => true,
    send: () => Promise.reject(new Error("no event is sent")),
  });
  const html = (render: (nonce: string) => string, status = 200) => new Response(render("nonce"), { status });
  const hooks: { body: string; headers: Record<string, string> }[] = [];
  const [hookGate, otherGate] = [gate(), gate()];
  const takeHook = async (request: Request) => {
    hooks.push({ body: await request.text(), headers: Object.fromEntries(request.headers) });
    await hookGate.opened;
    return new Response(null, { status: 204 });
  };
  const server = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/hook") return takeHook(request);
    const answer = (await hubspot.answer(request)) ?? (await slack.answer(request, html));
    if (request.method === "POST" && /\/notes$|\/chat\.postMessage$/u.test(pathname)) await otherGate.opened;
    return answer ?? new Response(null, { status: 404 });
  });
  return {
    origin: server.origin,
    hooks,
    contactId: contact.id,
    channelId: slack.channels[0]?.id,
    answerHook: () => hookGate.open(),
    answerAll: () => otherGate.open(),
    taken: async () => ({ hooks: hooks.length, notes: hubspot.all("notes").length, messages: slack.messages.length }),
    /** The person presses Allow; returns the address that the browser is sent back to. */
    async allow(consentUrl: string): Promise<string> {
      const url = new URL(consentUrl);
      if (url.pathname.startsWith("/hubspot")) return hubspot.grants.decide(url.searchParams);
      const pressed = new Request(consentUrl, { method: "POST", body: new URLSearchParams({ allow: "yes" }) });
      return (await slack.answer(pressed, html))?.headers.get("Location") ?? "";
    },
    stop: () => server.stop(),
  };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

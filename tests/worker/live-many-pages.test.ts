import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { LiveMessage } from "#app/contracts/meeting/meeting-view.ts";
import { type MeetId, personalWorkspaceOf, randomId, type UserId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";
import { call } from "#tests/support/api.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { openLive } from "#tests/support/live-page.ts";
import { meetingWithMinutes } from "#tests/support/long-meeting.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { workspaceStub } from "#workers/compose/objects.ts";
import { type SocketNote, tellPages } from "#workers/meeting/publish/live-pages.ts";

/** A meeting that is open on many pages: counts of its reads, and the order of answer and messages. */

afterEach(() => {
  vi.restoreAllMocks();
});

/** A socket as the object has it, without a line behind it. */
function socketOf(viewer: Viewer) {
  let note: SocketNote = { viewer, told: 0, openedAt: Date.now() };
  const sent: LiveMessage[] = [];
  const socket = {
    deserializeAttachment: () => note,
    serializeAttachment: (next: SocketNote) => void (note = next),
    send: (text: string) => void sent.push(JSON.parse(text)),
    close: () => undefined,
  };
  return { socket: socket as unknown as WebSocket, sent, toldUntil: () => note.told };
}

test("a hundred pages cost the reads of one for each kind of viewer", async () => {
  const { meetId, userId, page } = await meetingWithMinutes();
  page.socket.close();
  await runInDurableObject(objectOf(meetId), (_object, { storage }) => {
    const told = (viewers: readonly Viewer[]) => {
      let reads = 0;
      const sql = new Proxy(storage.sql, {
        get(target, name) {
          if (name === "exec") reads += 1;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const pages = viewers.map(socketOf);
      tellPages({ sql, sockets: () => pages.map(({ socket }) => socket), now: Date.now });
      return { reads, pages };
    };
    const owner: Viewer = { kind: "owner", userId };
    const one = told([owner]);
    const many = told(Array.from({ length: 100 }, () => owner));
    expect(many.reads).toBe(one.reads);
    expect(many.pages.map(({ sent }) => sent)).toEqual(Array.from({ length: 100 }, () => one.pages[0]?.sent));
    expect(new Set(many.pages.map(({ toldUntil }) => toldUntil()))).toEqual(new Set([one.pages[0]?.toldUntil()]));

    const team = (edits: boolean) => ["a", "b", "c"].map((id): Viewer => ({ kind: "team", userId: id, edits }));
    const links: Viewer[] = [
      { kind: "share", parts: ["summary"] },
      { kind: "share", parts: ["summary"] },
    ];
    const mixed = told([owner, ...team(false), ...team(true), ...links]);
    expect(mixed.reads).toBeLessThanOrEqual(4 * one.reads);
    const heads = mixed.pages.map(({ sent }) =>
      sent.flatMap((message) => (message.type === "head" ? message.head : [])),
    );
    expect(heads.map(([head]) => head?.editable ?? false)).toEqual([
      true,
      false,
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    // A link that shows the minutes gets no transcript, whoever else is told at the same time.
    const lastPage = mixed.pages.at(-1)?.sent ?? [];
    expect(lastPage.flatMap((message) => (message.type === "segments" ? message.segments : []))).toEqual([]);
  });
});

test("a change is answered before any page is told of it, and each page is told", async () => {
  const { meetId, userId, cookie, page } = await meetingWithMinutes();
  const other = await openLive(meetId, cookie);
  await other.until(() => true);
  const sent = vi.spyOn(WebSocket.prototype, "send");
  // The test runner's own messages are lists.
  const told = () => sent.mock.calls.filter(([message]) => typeof message === "string" && message.startsWith("{"));
  const [said] = page.view().segments;
  if (!said) throw new Error("the meeting has no text");
  const text = "Somebody corrected this line.";
  const change = { saveId: randomId(), segmentId: said.id, before: said.text, text };
  await objectOf(meetId).correct({ type: "correct-segment", ...change }, userId);
  expect(told()).toEqual([]);
  for (const open of [page, other]) await open.until(({ view }) => view().segments[0]?.text === text);
  expect(told().length).toBeGreaterThan(1);
  page.socket.close();
  other.socket.close();
});

test("a meeting is opened with one trip to the database, its socket with two in sequence, and its whole text leaves the object once", async () => {
  const { meetId, cookie, page } = await meetingWithMinutes();
  page.socket.close();
  const document = await costsOf(async () => {
    const answer = await call(`/${meetId}`, { cookie });
    expect(answer.status).toBe(200);
    await answer.text();
  });
  expect(document).toMatchObject({ trips: 1, sequence: 1 });
  expect(document.calls.filter((name) => name === "view")).toEqual(["view"]);
  expect(document.rows).toBeLessThanOrEqual(40);
  const socket = await costsOf(async () => {
    const live = await openLive(meetId, cookie, { since: page.view().head.sequence, seen: page.view() });
    live.socket.close();
  });
  expect(socket).toMatchObject({ trips: 2, sequence: 2 });
  expect(socket.rows).toBeLessThanOrEqual(40);
});

/** Tells a workspace of events and resolves once all its consumers have had them and its mails are sent. `workspace`: a stub whose calls are not counted. */
async function follow({ userId, workspace }: Followed, meetId: MeetId, events: DomainEvent[]): Promise<void> {
  const behind = () =>
    runInDurableObject(workspace, (_object, { storage }) =>
      storage.sql
        .exec("select 1 from consumers where told < (select max(position) from events) union all select 1 from outbox")
        .toArray(),
    );
  await workspaceStub(workerEnv, personalWorkspaceOf(userId)).takeEvents(meetId, events);
  await vi.waitFor(async () => expect(await behind()).toEqual([]), { timeout: 20_000, interval: 20 });
}

const followed = (userId: UserId) => ({ userId, workspace: env.WORKSPACES.getByName(personalWorkspaceOf(userId)) });
type Followed = ReturnType<typeof followed>;

const PUBLISHED = [
  "meeting-created",
  "details-changed",
  "status-changed",
  "transcript-changed",
  "status-changed",
  "summary-written",
  "tasks-changed",
  "status-changed",
] as const;
const publishing = (): DomainEvent[] => PUBLISHED.map((kind, index) => ({ id: 100 + index, kind, at: Date.now() }));

test("of the events of a meeting that wait, search and mail read it for the newest only", async () => {
  const { meetId, userId, page } = await meetingWithMinutes();
  page.socket.close();
  const person = followed(userId);
  const { calls } = await costsOf(() => follow(person, meetId, publishing()));
  expect(calls.filter((name) => name === "searchable")).toEqual(["searchable"]);
  // The mail of these minutes was sent before.
  expect(calls.filter((name) => name === "mailable")).toEqual([]);
});

test("events of a publishing that come one by one make two readings of the text, and one for the mail", async () => {
  const { meetId, userId, page } = await meetingWithMinutes();
  page.socket.close();
  const person = followed(userId);
  await runInDurableObject(person.workspace, (_object, { storage }) => {
    storage.sql.exec("delete from mails");
  });
  const { calls } = await costsOf(async () => {
    for (const event of publishing()) await follow(person, meetId, [event]);
  });
  const whole = calls.filter((name) => name === "searchable" || name === "mailable");
  expect(whole.toSorted()).toEqual(["mailable", "searchable", "searchable"]);
  // Its title, time and language are read without its text.
  expect(calls.filter((name) => name === "searchableHead")).toHaveLength(2);
});

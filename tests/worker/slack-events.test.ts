import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shareState } from "#app/contracts/meeting/share.ts";
import type { UserId } from "#app/domain/ids.ts";
import { takeSlackEvent } from "#app/server/collaboration/take-slack-event.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { meetings } from "#app/server/db/schema.ts";
import { type PlayedCollaboration, playCollaboration } from "#tests/fakes/collaboration.ts";
import { call, finishUpload, post, putBytes, startUpload } from "#tests/support/api.ts";
import { connect } from "#tests/support/collaboration-bench.ts";
import { fixture } from "#tests/support/fixture.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { services } from "#tests/support/webhook-bench.ts";

/** Events that Slack sends: links that people post, and the end of an installation. Only Slack stands in. */

const db = openDatabase(env.DB);
const SOON = { timeout: 30_000, interval: 100 };
let played: PlayedCollaboration;
let userId: UserId;
let cookie: string;

beforeEach(async () => {
  played = playCollaboration();
  ({ userId, cookie } = await signIn());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.delete(connections);
});

const rowOf = async (id: string) => (await db.select().from(connections).where(eq(connections.id, id)))[0];

test("a share link is shown with a preview that says no more than its owner allows; other links are not", async () => {
  await connect(played, { userId, kind: "slack" });
  const meetingName = "Chaos of the seminar rooms";
  const started = await startUpload(cookie, { meetingName });
  await putBytes(started, await fixture("talk-captions.mp4"));
  expect((await finishUpload(cookie, started.meetId, { meetingName })).status).toBe(200);
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, started.meetId));
    expect(row?.status).toBe("SUMMARIZED");
  }, SOON);
  const shares = `/api/acta/meetings/${started.meetId}/shares`;
  const link = async (response: Promise<Response>) => shareState.parse(await (await response).json()).link;
  const url = (await link(post(shares, cookie, {})))?.url ?? "";
  const { unfurls } = played.slack;
  /** The event is answered before its preview is made. */
  const share = async (links: string[], expected: number) => {
    const event = await played.slack.signed(played.slack.linkShared(links));
    expect((await call("/api/webhooks/slack", requestOf(await event.text(), event.headers))).status).toBe(200);
    await vi.waitFor(() => expect(unfurls).toHaveLength(expected), SOON);
  };
  await share(
    [`http://localhost:8787/${started.meetId}`, url, "http://localhost:8787/s/nothing", "https://else.example/s/x"],
    1,
  );
  expect(Object.keys(unfurls[0]?.unfurls ?? {})).toEqual([url]);
  expect(JSON.stringify(unfurls[0])).toContain("Shared minutes");
  expect(JSON.stringify(unfurls[0])).not.toMatch(/Chaos|seminar/);

  await call(shares, { method: "PATCH", cookie, json: { titleShown: true } });
  await share([url], 2);
  expect(JSON.stringify(unfurls[1])).toContain("Chaos of the seminar rooms");

  await call(shares, { method: "DELETE", cookie });
  const asked = played.requests.length;
  const event = await played.slack.signed(played.slack.linkShared([url]));
  await call("/api/webhooks/slack", requestOf(await event.text(), event.headers));
  // The next event is answered with a preview; the one before it was not.
  await call(shares, { method: "POST", cookie, json: {} });
  const next = (await link(call(shares, { cookie })))?.url ?? "";
  await share([next], 3);
  expect(played.requests.slice(asked)).toEqual(["POST /slack/api/chat.unfurl"]);
});

const requestOf = (body: string, headers: Headers) => ({ method: "POST", body, headers: Object.fromEntries(headers) });

test("an event that Slack did not sign, or that is old, is refused; the address is verified by its challenge", async () => {
  const send = async (request: Request, body?: string) =>
    (await call("/api/webhooks/slack", requestOf(body ?? (await request.clone().text()), request.headers))).status;
  const challenge = { type: "url_verification", challenge: "a-challenge" };
  const good = await played.slack.signed(challenge);
  const answer = await call("/api/webhooks/slack", requestOf(await good.clone().text(), good.headers));
  expect([answer.status, await answer.json()]).toEqual([200, { challenge: "a-challenge" }]);
  expect(await send(good, JSON.stringify({ ...challenge, challenge: "another" }))).toBe(401);
  expect(await send(await played.slack.signed(challenge, { secret: "another-secret" }))).toBe(401);
  expect(await send(await played.slack.signed(challenge, { at: Date.now() - 6 * 60_000 }))).toBe(401);
  expect(await send(await played.slack.signed(challenge, { at: Date.now() + 6 * 60_000 }))).toBe(401);
  expect((await call("/api/webhooks/slack")).status).toBe(401);
});

test("an app that is removed from Slack is shown as stopped", async () => {
  const { connectionId } = await connect(played, { userId, kind: "slack" });
  const event = await played.slack.signed(played.slack.uninstall());
  await call("/api/webhooks/slack", requestOf(await event.text(), event.headers));
  await vi.waitFor(async () => expect((await rowOf(connectionId))?.brokenAt).not.toBeNull(), SOON);
});

test("a notice of an earlier removal leaves a connection that was made again", async () => {
  const { connectionId } = await connect(played, { userId, kind: "slack" });
  played.slack.uninstall();
  await connect(played, { userId, kind: "slack" });
  const { slack } = services;
  if (slack === null) throw new Error("Slack is not configured");
  const notice = { type: "event_callback", team_id: played.slack.team.id } as const;
  await takeSlackEvent(
    { ...services, slack },
    { ...notice, event: { type: "tokens_revoked", tokens: { bot: ["U0"] } } },
  );
  expect((await rowOf(connectionId))?.brokenAt).toBeNull();
  played.slack.uninstall();
  await takeSlackEvent({ ...services, slack }, { ...notice, event: { type: "app_uninstalled" } });
  expect((await rowOf(connectionId))?.brokenAt).not.toBeNull();
});

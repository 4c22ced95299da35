import type { EndpointSpec } from "#app/contracts/endpoint.ts";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { TASK_KINDS } from "#app/domain/tasks/task-service.ts";

/**
 * Expected access, one row a path: its methods, and the status of each for the owner of the meeting, for another person who is
 * signed in, for nobody (no session), for a reader with a link to the meeting, and for a reader whose link was revoked. The last
 * two get the status of nobody unless a row states another. Changes are sent without a body, or with a useless one, so that the
 * row shows the checks that happen before the body is read. The API's rows are derived from its endpoints.
 */
export type Who = "owner" | "other" | "nobody" | "shared" | "revoked";
type Statuses = readonly [owner: number, other: number, nobody: number, shared?: number, revoked?: number];

export type Row = {
  /** The path as in app/routes.ts, or as its endpoint declares it. */
  route: string;
  /** The same path with the meeting's id, and the token of a link to it. */
  path: (meetId: string, token: string) => string;
  answers: Partial<Record<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE", Statuses>>;
  /** Kind of the answers of this path, refusals included. */
  kind: "page" | "json" | "socket" | "s3" | "recorder";
  /** Each request uses a meeting of its own: the owner's change would end the meeting for the other requests. */
  spare?: true;
  /** Type of the body of its POST; absent: a POST reads no body. */
  body?: "json" | "form";
};

export const WHO: readonly Who[] = ["owner", "other", "nobody", "shared", "revoked"];
const everybody = (status: number): Statuses => [status, status, status];
const same = (path: string) => () => `/${path}`;

const page = (route: string, statuses: Statuses): Row => ({
  route,
  path: same(route),
  answers: { GET: statuses, HEAD: statuses },
  kind: "page",
});
const call = (route: string, rest: Pick<Row, "answers"> & Partial<Row>): Row => ({
  route,
  path: (meetId) => `/${route.replace(":meetId", meetId)}`,
  kind: "json",
  ...rest,
});
const SIGNED_IN: Statuses = [200, 200, 302];
const WITH_FORM: Row["answers"] = { GET: SIGNED_IN, HEAD: SIGNED_IN, POST: [400, 400, 302] };
const OWNER_ONLY: Statuses = [200, 404, 302];

/** Statuses of endpoints whose answer does not follow from their declaration. */
const EXPECTED: Readonly<Record<string, Statuses>> = {
  "POST /api/acta/meetings/:meetId/retry": [409, 404, 401],
  "POST /api/acta/meetings/:meetId": [303, 404, 401],
  "POST /api/acta/sample": [303, 303, 401],
  // No moment is named, and the meeting of the table was split from none.
  "GET /api/acta/meetings/:meetId/split": [422, 404, 401],
  "POST /api/acta/meetings/:meetId/unsplit": [404, 404, 401],
  // Nothing of the table's meeting has been replaced.
  "GET /api/acta/meetings/:meetId/transcript/replaced": [404, 404, 401],
  // The meeting of the table is a finished upload, and has no call.
  "DELETE /api/acta/uploads/:meetId": [404, 404, 401],
  "POST /api/acta/meetings/:meetId/call/cancel": [404, 404, 401],
  "POST /api/acta/meetings/:meetId/call/ask-again": [404, 404, 401],
  "POST /api/acta/meetings/:meetId/call/stop": [404, 404, 401],
  "GET /api/acta/meetings/:meetId/call/screenshot": [404, 404, 401],
  // The meeting of the table is an upload, and no recording of a browser. A piece's names are looked at after it.
  ...Object.fromEntries(
    [
      "GET /api/acta/here/:meetId",
      "DELETE /api/acta/here/:meetId",
      "PUT /api/acta/here/:meetId/pieces/:track/:segment/:seq",
      "DELETE /api/acta/here/:meetId/notes/:noteId",
    ].map((call): [string, Statuses] => [call, [404, 404, 401]]),
  ),
  // No thread has this id.
  "POST /api/acta/ask/:threadId/answer": [404, 404, 401],
  // The template of the table is Basic system, which belongs to no workspace.
  ...Object.fromEntries(
    [
      "DELETE /api/acta/templates/:templateId",
      "GET /api/acta/templates/:templateId/usage",
      "GET /api/acta/templates/:templateId/versions",
      "GET /api/acta/templates/:templateId/versions/:version",
      "GET /api/acta/templates/:templateId/shares",
      "POST /api/acta/templates/:templateId/shares",
      "DELETE /api/acta/templates/:templateId/shares/:linkId",
      "PUT /api/acta/templates/:templateId/team",
      "DELETE /api/acta/templates/:templateId/team",
      "DELETE /api/acta/fields/:fieldId",
      "DELETE /api/acta/words/:wordId",
      "DELETE /api/acta/folders/:folderId",
      "DELETE /api/acta/folder-rules/:ruleId",
      "DELETE /api/acta/user/voices/:voiceId",
    ].map((call): [string, Statuses] => [call, [404, 404, 401]]),
  ),
  // No invitation has this token or id, and nobody in the table is in a team.
  ...Object.fromEntries(
    [
      "POST /api/acta/invitations/:token/accept",
      "POST /api/acta/invitations/:token/decline",
      "DELETE /api/acta/team",
      "DELETE /api/acta/keys/:key_id",
      "DELETE /api/acta/apps/:app_id",
      "POST /api/acta/team/invitations/:invitation_id/resend",
      "DELETE /api/acta/team/invitations/:invitation_id",
      "DELETE /api/acta/team/members/:member_id",
    ].map((call): [string, Statuses] => [call, [404, 404, 401]]),
  ),
  // No webhook has this id.
  ...Object.fromEntries(
    [
      "DELETE /api/acta/webhooks/:webhook_id",
      "POST /api/acta/webhooks/:webhook_id/secret",
      "GET /api/acta/webhooks/:webhook_id/deliveries",
      "POST /api/acta/webhooks/:webhook_id/deliveries/:delivery_id/resend",
      "POST /api/acta/webhooks/:webhook_id/test",
    ].map((call): [string, Statuses] => [call, [404, 404, 401]]),
  ),
  // No clip has this id; revoking one is repeatable. The link of a meeting opens no clip, and no link is named to oEmbed.
  "GET /api/acta/meetings/:meetId/clips/:clipId/media": [404, 404, 401],
  "PUT /api/acta/meetings/:meetId/clips/:clipId": [404, 404, 401],
  "DELETE /api/acta/meetings/:meetId/clips/:clipId": [204, 404, 401],
  "GET /clip/:token/media": everybody(404),
  "GET /api/oembed": everybody(404),
  // No feed has this kind.
  "POST /api/acta/feeds/:feed_kind": [404, 404, 401],
  "DELETE /api/acta/feeds/:feed_kind": [404, 404, 401],
  // The link of a meeting opens no feed.
  "GET /feeds/:token/meetings.ics": everybody(404),
  "GET /feeds/:token/minutes.atom": everybody(404),
  // No connection or delivery has this id.
  ...Object.fromEntries(
    [
      "DELETE /api/acta/connections/:connection_id",
      "GET /api/acta/connections/:connection_id/properties",
      "GET /api/acta/connections/:connection_id/places",
      "GET /api/acta/connections/:connection_id/tasks/:meetId",
      "POST /api/acta/sent/:delivery_id/resend",
    ].map((call): [string, Statuses] => [call, [404, 404, 401]]),
  ),
  "GET /api/acta/connections/connect/:kind/callback": everybody(302),
  // No account has this id.
  "GET /api/acta/calendar-accounts/:account_id/available-calendars": [404, 404, 401],
  "DELETE /api/acta/calendar-accounts/:account_id": [404, 404, 401],
  // Without an attempt of this session: back to the settings, which say so.
  "GET /api/acta/calendar-accounts/connect/:provider/callback": everybody(302),
};
/** Paths where the owner's change would end the meeting, or its link, for the others. */
const SPARE = new Set([
  "/api/acta/meetings/:meetId",
  "/api/acta/meetings/:meetId/shares",
  "/api/acta/meetings/:meetId/shares/renew",
]);
const UNREAD_BODY = 415;

/**
 * Without a session 401, unless anyone may call. A required body is checked before the meeting is looked up; without one, only
 * the meeting's people get an answer. A shared file is open to everybody who has its link, until the link is revoked.
 */
function statusesOf({ method, path, params, body, actors }: EndpointSpec): Statuses {
  const known = EXPECTED[`${method} ${path}`];
  if (known) return known;
  // A session is no key.
  if (actors.includes("key")) return everybody(401);
  if (actors.includes("share")) return [200, 200, 200, 200, 404];
  const good = body === null ? 200 : UNREAD_BODY;
  if (actors.includes("anyone")) return everybody(good);
  const isOfMeeting = body === null && Object.values(params).includes("meet-id");
  return [good, isOfMeeting ? 404 : good, 401];
}

const OF_TEMPLATES = {
  taskId: "none",
  templateId: "system",
  fieldId: "nothing",
  linkId: "nothing",
  wordId: "nothing",
  voiceId: "nothing",
  folderId: "nothing",
  clipId: "nothing",
  ruleId: "nothing",
};
const CALENDAR_PARAMS = { provider: "google", account_id: "none", calendar_id: "none", event_id: "none" };
const ASK_PARAMS = { threadId: "none" };
const HERE_PARAMS = { track: "mix", segment: "0", seq: "0", noteId: "note-0001" };
const TEAM_PARAMS = { invitation_id: "none", member_id: "none", key_id: "none", app_id: "none" };
const WEBHOOK_PARAMS = { webhook_id: "none", delivery_id: "none", feed_kind: "none" };
const CONNECTION_PARAMS = { connection_id: "none", kind: "hubspot" };

function pathFor(path: string, meetId: string, token: string): string {
  const values: Record<string, string> = {
    meetId,
    token,
    format: "md",
    version: "1",
    segmentId: "w0-0",
    ...OF_TEMPLATES,
    ...CALENDAR_PARAMS,
    ...TEAM_PARAMS,
    ...CONNECTION_PARAMS,
    ...WEBHOOK_PARAMS,
    ...HERE_PARAMS,
    ...ASK_PARAMS,
  };
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the table has no value for the parameter ${name} of ${path}`);
    return value;
  });
}

/** One row for each path, with the methods of all its endpoints. */
function endpointRows(): Row[] {
  const paths = new Set(ENDPOINTS.map(({ path }) => path));
  return [...paths].map((path) => {
    const endpoints = ENDPOINTS.filter((endpoint) => endpoint.path === path);
    const answers = endpoints.flatMap((endpoint) => {
      const statuses = statusesOf(endpoint);
      const methods = endpoint.method === "GET" ? (["GET", "HEAD"] as const) : [endpoint.method];
      return methods.map((method) => [method, statuses] as const);
    });
    const posted = endpoints.find(({ method, body }) => method === "POST" && body !== null);
    const bodyAs = posted?.bodyAs === "form" ? "form" : "json";
    return {
      route: path.slice(1),
      path: (meetId, token) => pathFor(path, meetId, token),
      answers: Object.fromEntries(answers),
      kind: "json",
      ...(posted ? { body: bodyAs } : {}),
      ...(SPARE.has(path) ? { spare: true } : {}),
    };
  });
}

const read = (status: number) => ({ GET: everybody(status), HEAD: everybody(status) });
/** Calls of apps, which have no session. Without parameters each is refused in the form of OAuth. */
const OAUTH_ROUTES: readonly Row[] = [
  // A session is no token, and the link of a meeting is none either.
  call("mcp", { answers: { POST: everybody(401) } }),
  page("api/docs/mcp", everybody(200)),
  call(".well-known/oauth-protected-resource", { answers: read(200) }),
  call(".well-known/oauth-protected-resource/mcp", { answers: read(200) }),
  call(".well-known/oauth-authorization-server", { answers: read(200) }),
  call("oauth/register", { answers: { POST: everybody(400) }, body: "json" }),
  // No app is named.
  { ...page("oauth/authorize", everybody(400)), answers: { ...read(400), POST: everybody(400) }, body: "form" },
  call("oauth/token", { answers: { POST: everybody(400) }, body: "form" }),
  call("oauth/revoke", { answers: { POST: everybody(400) }, body: "form" }),
];

/** Answered by Remix; a test compares the rows with the routes of the build. */
export const ROUTES: readonly Row[] = [
  page("", SIGNED_IN),
  page("history", SIGNED_IN),
  page("search", SIGNED_IN),
  // A question is needed, and no thread has this id.
  { ...page("ask", SIGNED_IN), answers: { GET: SIGNED_IN, HEAD: SIGNED_IN, POST: [422, 422, 302] }, body: "form" },
  {
    ...page("ask/:threadId", [404, 404, 302]),
    path: same("ask/none"),
    answers: { GET: [404, 404, 302], HEAD: [404, 404, 302], POST: [422, 422, 302] },
    body: "form",
  },
  page("tasks", SIGNED_IN),
  {
    // The brief of a meeting; a useless form changes no mail.
    ...page("brief/:briefId", OWNER_ONLY),
    path: (meetId) => `/brief/${meetId}`,
    answers: { GET: OWNER_ONLY, HEAD: OWNER_ONLY, POST: [422, 422, 302] },
    body: "form",
  },
  page("templates", SIGNED_IN),
  page("templates/new", SIGNED_IN),
  { ...page("templates/:templateId", SIGNED_IN), path: same("templates/system") },
  // Predefined templates cannot be edited.
  { ...page("templates/:templateId/edit", [404, 404, 302]), path: same("templates/system/edit") },
  // Without a form of ours the page is shown again.
  { ...page("settings", SIGNED_IN), answers: WITH_FORM, body: "form" },
  page("settings/integrations", SIGNED_IN),
  page("settings/privacy", SIGNED_IN),
  page("settings/sent", SIGNED_IN),
  page("pricing", SIGNED_IN),
  // Without the id of a purchase of their own.
  page("purchase", [404, 404, 302]),
  {
    route: ":meetId",
    path: (meetId) => `/${meetId}`,
    answers: { GET: OWNER_ONLY, HEAD: OWNER_ONLY, POST: [302, 404, 302] },
    kind: "page",
  },
  { ...page("onboarding", SIGNED_IN), answers: WITH_FORM, body: "form" },
  page("onboarding/calendar", SIGNED_IN),
  {
    // A code that stands for nothing: every such code gets the same answer.
    route: "recorded/:code",
    path: same("recorded/nothing"),
    answers: { GET: everybody(404), HEAD: everybody(404), POST: everybody(422) },
    kind: "page",
    body: "form",
  },
  page("seats", SIGNED_IN),
  // The page is the same for every token; its script, or its form, asks for the invitation. No invitation has this token.
  {
    route: "join/:token",
    path: (_meetId, token) => `/join/${token}`,
    answers: { GET: everybody(200), HEAD: everybody(200), POST: everybody(404) },
    kind: "page",
  },
  page("terms", everybody(200)),
  // Without a reason there is nothing to say.
  page("refused", everybody(404)),
  page("api/docs", everybody(200)),
  page("api/docs/webhooks", everybody(200)),
  page("privacy", everybody(200)),
  {
    route: "api/auth/signin",
    path: same("api/auth/signin"),
    // Without a form of ours the page is shown again; a signed-in person is redirected.
    answers: { GET: [302, 302, 200], HEAD: [302, 302, 200], POST: [302, 302, 400] },
    kind: "page",
    body: "form",
  },
  call("api/auth/callback/:provider", {
    path: same("api/auth/callback/google"),
    answers: { GET: everybody(302), HEAD: everybody(302) },
  }),
  {
    route: "unsubscribe/:kind/:token",
    // The token is no signature of ours: the answer is the same, and nothing changes.
    path: (_meetId, token) => `/unsubscribe/minutes-ready/${token}`,
    answers: { GET: everybody(200), HEAD: everybody(200), POST: everybody(200) },
    kind: "page",
  },
  {
    route: "confirm-mail/:token",
    // No link was sent with this token: nothing is confirmed.
    path: (_meetId, token) => `/confirm-mail/${token}`,
    answers: { GET: everybody(200), HEAD: everybody(200), POST: everybody(404) },
    kind: "page",
  },
  {
    route: "keep-out/:token",
    // The token is no signature of ours: nothing is switched off.
    path: (_meetId, token) => `/keep-out/${token}`,
    answers: { GET: everybody(200), HEAD: everybody(200), POST: everybody(404) },
    kind: "page",
  },
  call("api/auth/signout", { answers: { POST: everybody(303) } }),
  {
    route: "s/:token",
    path: (_meetId, token) => `/s/${token}`,
    answers: { GET: [200, 200, 200, 200, 404], HEAD: [200, 200, 200, 200, 404] },
    kind: "page",
  },
  // The link of a meeting opens no clip.
  ...["clip/:token", "clip/:token/embed"].map(
    (route): Row => ({
      route,
      path: (_meetId, token) => `/${route.replace(":token", token)}`,
      answers: { GET: everybody(404), HEAD: everybody(404) },
      kind: "page",
    }),
  ),
  // The link of a meeting opens no template.
  {
    route: "t/:token",
    path: (_meetId, token) => `/t/${token}`,
    answers: { GET: everybody(404), HEAD: everybody(404) },
    kind: "page",
  },
  ...endpointRows(),
  ...OAUTH_ROUTES,
  call("api/*", { path: same("api/no/such/call"), answers: { GET: everybody(404), HEAD: everybody(404) } }),
  { ...page("*", everybody(404)), path: same("no/such/page") },
];

/** Status of every request without a signature, for kinds of path where only the signature counts. */
export const UNSIGNED: Partial<Record<Row["kind"], number>> = { s3: 400, recorder: 401 };

/** A call's recorder sends the call's own token; every other request is refused. */
const recorder = (rest: string): Row => ({
  route: `api/recorder/${rest}`,
  path: (meetId) => `/api/recorder/${rest.replace(":callId", meetId)}`,
  answers: {},
  kind: "recorder",
});

/** Answered by workers/entry.ts before Remix. */
export const BEFORE_REMIX: readonly Row[] = [
  call("api/health", { answers: { GET: everybody(200), HEAD: everybody(200) } }),
  // Sent without the required upgrade.
  call("api/acta/user/live", { answers: { GET: everybody(426) }, kind: "socket" }),
  call("api/acta/meetings/:meetId/live", { answers: { GET: everybody(426) }, kind: "socket" }),
  // Every request needs a signature.
  recorder("calls/:callId/pieces/mix/1000/0"),
  recorder("calls/:callId/events"),
  recorder("calls/:callId/screenshot"),
  recorder("webhooks/attendee"),
  recorder("webhooks/recall"),
  // Notifications carry a signature, or the token of their channel.
  { route: "api/webhooks/stripe", path: same("api/webhooks/stripe"), answers: {}, kind: "recorder" },
  { route: "api/webhooks/slack", path: same("api/webhooks/slack"), answers: {}, kind: "recorder" },
  ...TASK_KINDS.map(
    (kind): Row => ({
      route: `api/webhooks/${kind}`,
      path: same(`api/webhooks/${kind}`),
      answers: {},
      kind: "recorder",
    }),
  ),
  { route: "api/calendar-push/google", path: same("api/calendar-push/google"), answers: {}, kind: "recorder" },
  { route: "api/calendar-push/microsoft", path: same("api/calendar-push/microsoft"), answers: {}, kind: "recorder" },
  call("_local/s3/acta-recordings/x", { answers: { GET: everybody(400), HEAD: everybody(400) }, kind: "s3" }),
];

/**
 * Who may do what, one row a path: the methods there are, and what each answers to the owner of the meeting, to somebody
 * else who is signed in, to nobody, to who has a link to the meeting, and to who had one that was withdrawn. The last two
 * are refused as nobody is where a row does not say otherwise. Changes are asked for without a body, or with one of no use, so that the row says
 * how far somebody gets before it is read.
 */
export type Who = "owner" | "other" | "nobody" | "shared" | "revoked";
type Statuses = readonly [owner: number, other: number, nobody: number, shared?: number, revoked?: number];

export type Row = {
  /** The path as app/routes.ts has it. */
  route: string;
  /** The same with the meeting's id in it, and the token of a link to it. */
  path: (meetId: string, token: string) => string;
  answers: Partial<Record<"GET" | "HEAD" | "POST" | "PATCH" | "DELETE", Statuses>>;
  /** What the answers of this path are made of; a refusal too. */
  kind: "page" | "json" | "socket" | "s3" | "recorder";
  /** Asked each time of a meeting that is there for this question only: the owner's change would end it for the others. */
  spare?: true;
  /** What a change has to send; absent: its body is not read. */
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
const OWNER_ONLY: Statuses = [200, 404, 302];

/** Under a link: whoever has it, whoever they are, and nobody once it was withdrawn. */
const shared = (rest: string, kind: Row["kind"], path = rest): Row => ({
  route: `s/:token${rest}`,
  path: (_meetId, token) => `/s/${token}${path}`,
  answers: { GET: [200, 200, 200, 200, 404], HEAD: [200, 200, 200, 200, 404] },
  kind,
});

/** Answered by Remix; a test compares the rows with the routes of the build. */
export const ROUTES: readonly Row[] = [
  page("", SIGNED_IN),
  page("history", SIGNED_IN),
  page("settings", SIGNED_IN),
  page("pricing", SIGNED_IN),
  {
    route: ":meetId",
    path: (meetId) => `/${meetId}`,
    answers: { GET: OWNER_ONLY, HEAD: OWNER_ONLY, POST: [302, 404, 302] },
    kind: "page",
  },
  page("terms", everybody(200)),
  page("privacy", everybody(200)),
  {
    route: "api/auth/signin",
    path: same("api/auth/signin"),
    // Without a form of ours the page comes once more; who is signed in goes on.
    answers: { GET: [302, 302, 200], HEAD: [302, 302, 200], POST: [302, 302, 400] },
    kind: "page",
    body: "form",
  },
  call("api/auth/callback/:provider", {
    path: same("api/auth/callback/google"),
    answers: { GET: everybody(302), HEAD: everybody(302) },
  }),
  call("api/auth/session", { answers: { GET: everybody(200), HEAD: everybody(200) } }),
  call("api/auth/signout", { answers: { POST: everybody(303) } }),
  call("api/auth/signout_everywhere", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/user/credits", { answers: { GET: [200, 200, 401], HEAD: [200, 200, 401] } }),
  call("api/acta/user/preferences", { answers: { POST: everybody(415) }, body: "form" }),
  call("api/acta/analytics", { answers: { POST: everybody(415) }, body: "json" }),
  call("api/acta/upload", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/upload_parts", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/upload_sound", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/uploads", { answers: { GET: [200, 200, 401], HEAD: [200, 200, 401] } }),
  call("api/acta/uploads/:meetId", { answers: { DELETE: [404, 404, 401] } }),
  call("api/acta/upload_data", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/meetings/:meetId/recording", { answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/transcript", { answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/export/:format", {
    path: (meetId) => `/api/acta/meetings/${meetId}/export/md`,
    answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] },
  }),
  call("api/acta/meetings/:meetId/pdf", { answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/retry", { answers: { POST: [409, 404, 401] } }),
  call("api/acta/init_call", { answers: { POST: [415, 415, 401] }, body: "json" }),
  // The meeting of the table is an upload, which has no call.
  call("api/acta/meetings/:meetId/call", { answers: { PATCH: [415, 415, 401] }, body: "json" }),
  call("api/acta/meetings/:meetId/call/cancel", { answers: { POST: [404, 404, 401] } }),
  call("api/acta/meetings/:meetId/call/ask-again", { answers: { POST: [404, 404, 401] } }),
  call("api/acta/meetings/:meetId/call/answer", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/meetings/:meetId/call/stop", { answers: { POST: [404, 404, 401] } }),
  call("api/acta/meetings/:meetId/call/screenshot", { answers: { GET: [404, 404, 401], HEAD: [404, 404, 401] } }),
  call("api/acta/meetings/:meetId", { answers: { POST: [303, 404, 401], DELETE: [200, 404, 401] }, spare: true }),
  call("api/acta/meetings/:meetId/shares", {
    answers: {
      GET: [200, 404, 401],
      HEAD: [200, 404, 401],
      POST: [200, 404, 401],
      PATCH: [415, 415, 401],
      DELETE: [200, 404, 401],
    },
    spare: true,
  }),
  call("api/acta/meetings/:meetId/shares/renew", { answers: { POST: [200, 404, 401] }, spare: true }),
  shared("", "page"),
  shared("/recording", "json"),
  shared("/export/:format", "json", "/export/md"),
  shared("/pdf", "json"),
  // Whoever is signed in is asked for a question before it is looked whose meeting it is.
  call("api/acta/meetings/:meetId/chat", {
    answers: { GET: [200, 404, 401], HEAD: [200, 404, 401], POST: [415, 415, 401] },
    body: "json",
  }),
  call("api/acta/meetings/:meetId/chat/stop", { answers: { POST: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/chat/clear", { answers: { POST: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/summary", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/meetings/:meetId/versions", { answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/versions/:version", {
    path: (meetId) => `/api/acta/meetings/${meetId}/versions/1`,
    answers: { GET: [200, 404, 401], HEAD: [200, 404, 401], POST: [415, 415, 401] },
    body: "json",
  }),
  call("api/acta/meetings/:meetId/speakers", {
    answers: { GET: [200, 404, 401], HEAD: [200, 404, 401], POST: [415, 415, 401] },
    body: "json",
  }),
  call("api/acta/meetings/:meetId/segments/:segmentId", {
    path: (meetId) => `/api/acta/meetings/${meetId}/segments/w0-0`,
    answers: { GET: [200, 404, 401], HEAD: [200, 404, 401], POST: [415, 415, 401] },
    body: "json",
  }),
  call("api/acta/meetings/:meetId/tasks", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/meetings/:meetId/rewrite", {
    answers: { GET: [200, 404, 401], HEAD: [200, 404, 401], POST: [415, 415, 401] },
    body: "json",
  }),
  call("api/acta/templates", { answers: { GET: [200, 200, 401], HEAD: [200, 200, 401] } }),
  call("api/*", { path: same("api/no/such/call"), answers: { GET: everybody(404), HEAD: everybody(404) } }),
  { ...page("*", everybody(404)), path: same("no/such/page") },
];

/** What is answered, whatever is asked, to who shows no signature where one is the only thing that counts. */
export const UNSIGNED: Partial<Record<Row["kind"], number>> = { s3: 400, recorder: 401 };

/** A call's recorder shows the call's own token; nobody else gets further, whoever they are. */
const recorder = (rest: string): Row => ({
  route: `api/recorder/${rest}`,
  path: (meetId) => `/api/recorder/${rest.replace(":callId", meetId)}`,
  answers: {},
  kind: "recorder",
});

/** Answered by workers/entry.ts before Remix. */
export const BEFORE_REMIX: readonly Row[] = [
  call("api/health", { answers: { GET: everybody(200), HEAD: everybody(200) } }),
  // Without the upgrade that it is for.
  call("api/acta/meetings/:meetId/live", { answers: { GET: everybody(426) }, kind: "socket" }),
  // A signature is asked for, whoever asks and whatever for.
  recorder("calls/:callId/pieces/mix/1000/0"),
  recorder("calls/:callId/events"),
  recorder("calls/:callId/screenshot"),
  recorder("webhooks/attendee"),
  recorder("webhooks/recall"),
  call("_local/s3/acta-recordings/x", { answers: { GET: everybody(400), HEAD: everybody(400) }, kind: "s3" }),
];

/**
 * Who may do what, one row a path: the methods there are, and what each answers to the owner of the meeting, to somebody
 * else who is signed in, and to nobody. Changes are asked for without a body, or with one of no use, so that the row says
 * how far somebody gets before it is read.
 */
export type Who = "owner" | "other" | "nobody";
type Statuses = readonly [owner: number, other: number, nobody: number];

export type Row = {
  /** The path as app/routes.ts has it. */
  route: string;
  /** The same with the meeting's id in it. */
  path: (meetId: string) => string;
  answers: { GET?: Statuses; HEAD?: Statuses; POST?: Statuses };
  /** What the answers of this path are made of; a refusal too. */
  kind: "page" | "json" | "socket" | "s3";
  /** What a change has to send; absent: its body is not read. */
  body?: "json" | "form";
};

export const WHO: readonly Who[] = ["owner", "other", "nobody"];
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
  call("api/acta/user/credits", { answers: { GET: [200, 200, 401], HEAD: [200, 200, 401] } }),
  call("api/acta/user/preferences", { answers: { POST: everybody(415) }, body: "form" }),
  call("api/acta/analytics", { answers: { POST: everybody(415) }, body: "json" }),
  call("api/acta/upload", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/upload_data", { answers: { POST: [415, 415, 401] }, body: "json" }),
  call("api/acta/meetings/:meetId/recording", { answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/export/:format", {
    path: (meetId) => `/api/acta/meetings/${meetId}/export/md`,
    answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] },
  }),
  call("api/acta/meetings/:meetId/pdf", { answers: { GET: [200, 404, 401], HEAD: [200, 404, 401] } }),
  call("api/acta/meetings/:meetId/retry", { answers: { POST: [409, 404, 401] } }),
  call("api/*", { path: same("api/no/such/call"), answers: { GET: everybody(404), HEAD: everybody(404) } }),
  { ...page("*", everybody(404)), path: same("no/such/page") },
];

/** Answered by workers/entry.ts before Remix. */
export const BEFORE_REMIX: readonly Row[] = [
  call("api/health", { answers: { GET: everybody(200), HEAD: everybody(200) } }),
  // Without the upgrade that it is for.
  call("api/acta/meetings/:meetId/live", { answers: { GET: everybody(426) }, kind: "socket" }),
  // A signature is asked for, whoever asks and whatever for.
  call("_local/s3/acta-recordings/x", { answers: { GET: everybody(400), HEAD: everybody(400) }, kind: "s3" }),
];

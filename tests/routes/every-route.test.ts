// oxlint-disable vitest/no-conditional-expect, vitest/no-standalone-expect -- the table holds the expected status of each
// cell, and the message names the cell
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareState } from "#app/contracts/meeting/share.ts";
import { newMeetId, newRecordingId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { askPlainly, HUNG_UP } from "#tests/support/ask-plainly.ts";
import { checkAnswer } from "#tests/support/check-answer.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";
import { ROUTE_PATHS } from "#tests/support/route-paths.ts";
import { BEFORE_REMIX, type Row, ROUTES, UNSIGNED, WHO, type Who } from "#tests/support/route-table.ts";

/** The bundled Worker in a workerd of its own gets more than a thousand requests, and answers them as in production. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const FOREIGN_ORIGINS = ["https://evil.example", "null", "http://localhost:9999", "https://localhost:8787"] as const;
const CHANGES = ["POST", "PUT", "PATCH", "DELETE"] as const;
const TITLE = "Layoffs in March, between us";
const TABLE = [...ROUTES, ...BEFORE_REMIX];
/** A wildcard path, for addresses without a route: 404 to every method, except 405 of a page to OPTIONS. */
const isUnknown = (row: Row) => row.route.endsWith("*");

let acta: KillableActa;
let meetId = "";
let owner = "";
let ownerId = "";
let token = "";
let revokedToken = "";

beforeAll(async () => {
  acta = await startKillableActa("workers/entry.ts", {}, { rateLimited: false });
  ({ cookie: owner, userId: ownerId } = await makeUser(acta.inside.database));
  const upload = await uploadPersistently({
    origin: acta.origin,
    cookie: owner,
    title: TITLE,
    bytes: new Uint8Array(await readFile(path.join("tests/fixtures", "talk-captions.mp4"))),
    submissionId: "every-route-1",
    msMax: 90_000,
  });
  expect(upload.refusal).toBeNull();
  ({ meetId } = upload);
  [revokedToken, token] = [await newLink(), await newLink()];
  // Its PDF is written automatically, a moment after the summary.
  await eventually(
    () =>
      askPlainly(`${acta.origin}/api/acta/meetings/${meetId}/pdf`, {
        method: "HEAD",
        headers: { Cookie: owner },
        body: null,
      }),
    ({ status }) => status === 200,
    90_000,
  );
}, 240_000);

/** The token of another link; the previous link is revoked. */
async function newLink(): Promise<string> {
  const answer = await fetch(`${acta.origin}/api/acta/meetings/${meetId}/shares/renew`, {
    method: "POST",
    headers: { Cookie: owner, Origin: acta.origin },
  });
  return (
    shareState
      .parse(await answer.json())
      .link?.url?.split("/")
      .at(-1) ?? ""
  );
}

/** A meeting of the owner that exists only in D1. */
async function spareMeeting(): Promise<string> {
  const id = newMeetId();
  await openDatabase(acta.inside.database)
    .insert(meetings)
    .values({
      id,
      ...ownedBy(ownerId),
      recordingId: newRecordingId(),
      title: TITLE,
      startsAt: 1,
      timeZone: "UTC",
      language: "en",
      source: "upload",
      status: "SUMMARIZED",
      sequence: 1,
      createdAt: 1,
      updatedAt: 1,
    });
  return id;
}

afterAll(() => acta.stop());

async function signIn(): Promise<string> {
  return (await makeUser(acta.inside.database)).cookie;
}

/** Sessions of the other person, by route. */
const others = new Map<string, Promise<string>>();

/** One session of the other person for each path, and one for each request to the path that ends it. */
async function cookieOf(who: Who, row: Row): Promise<string | null> {
  if (who === "shared" || who === "revoked") return `share=${who === "shared" ? token : revokedToken}`;
  if (who === "nobody") return null;
  if (row.route === "api/auth/signout") return signIn();
  if (who === "owner") return owner;
  const known = others.get(row.route) ?? signIn();
  others.set(row.route, known);
  return known;
}

async function ask(
  row: Row,
  who: Who,
  method: string,
  over: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
) {
  const cookie = await cookieOf(who, row);
  const given = who === "revoked" ? revokedToken : token;
  // A reader with a link sends its token in every place where an endpoint might look for one.
  const shown = who === "shared" || who === "revoked" ? { Authorization: `Bearer ${given}` } : {};
  const asked = `${acta.origin}${row.path(row.spare ? await spareMeeting() : meetId, given)}`;
  const { status, headers, bytes } = await askPlainly(asked, {
    method,
    headers: { ...(cookie ? { Cookie: cookie } : {}), ...shown, ...over.headers },
    body: over.body ?? null,
  });
  const text = headers.get("Content-Type") === "video/mp4" ? "" : new TextDecoder().decode(bytes);
  await checkAnswer({ method, url: asked, status, headers, text: () => Promise.resolve(text) });
  return { answer: { headers }, status, text };
}

const isShared = (row: Row) => /^(?:s|clip)\/:token/u.test(row.route);
/** Other sites may show the player of a clip in a frame. */
const isEmbedded = (row: Row) => row.route === "clip/:token/embed";
/** Everybody who knows the address may see what it shows. */
const isSecret = (row: Row) =>
  isShared(row) || /^(?:recorded|t|join|unsubscribe|confirm-mail|keep-out|feeds)\//u.test(row.route);

function expectGuarded(row: Row, { headers }: { headers: Headers }, what: string): void {
  const policy = headers.get("Content-Security-Policy") ?? "";
  const shared = isShared(row);
  expect(policy, what).toMatch(
    shared
      ? /^default-src 'none'; script-src 'nonce-[0-9a-z]{24}'; style-src 'nonce-/
      : /^default-src 'none'; script-src 'self' 'nonce-[0-9a-z]{24}'; style-src 'self' 'nonce-/,
  );
  const embedded = isEmbedded(row);
  expect(policy, what).toContain(embedded ? "frame-ancestors https://*.notion.so " : "frame-ancestors 'none'");
  expect(policy, what).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|strict-dynamic/);
  expect(
    ["X-Content-Type-Options", "X-Frame-Options", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"].map(
      (name) => headers.get(name),
    ),
    what,
  ).toEqual(["nosniff", embedded ? null : "DENY", "same-origin", embedded ? "cross-origin" : "same-origin"]);
  const referrer = shared ? "no-referrer" : isSecret(row) ? "same-origin" : "strict-origin-when-cross-origin";
  expect(headers.get("Referrer-Policy"), what).toBe(referrer);
  expect(headers.get("X-Robots-Tag"), what).toBe(isSecret(row) ? "noindex, nofollow, noarchive" : null);
  expect(headers.get("Permissions-Policy"), what).toContain("camera=()");
  expect(headers.get("Cache-Control"), what).toMatch(/no-store|private/);
}

/** A refusal has a code and a message. It reveals neither internals nor the title of another person's meeting. */
function expectDiscreet(row: Row, who: Who, text: string): void {
  expect(/\n\s+at \w+ \(|node_modules|D1_ERROR|SQLITE_/.test(text), "how we are built").toBe(false);
  const mayRead = who === "owner" || (isShared(row) && who !== "revoked");
  if (!mayRead) expect(text.includes(TITLE), "somebody else's title").toBe(false);
  if (row.kind === "json" && text !== "" && text.includes('"error":{')) {
    expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  }
}

/**
 * A method without an answer is refused before the caller is looked at, so the owner and nobody stand for everybody. An address
 * without a route gets every method from everybody.
 */
function methodsOf(row: Row, who: Who): readonly string[] {
  if (who === "owner" || who === "nobody" || isUnknown(row)) return METHODS;
  return METHODS.filter((method) => Object.hasOwn(row.answers, method));
}

test("the table has one row for every path of app/routes.ts and of the API, and no other", () => {
  expect(ROUTES.map((row) => row.route).toSorted()).toEqual(ROUTE_PATHS.toSorted());
});

function expected(row: Row, who: Who, method: string): number {
  const answers: Partial<Record<string, (typeof row.answers)["GET"]>> = row.answers;
  const statuses = answers[method];
  // A row without statuses for link readers answers them as it answers nobody.
  const known = statuses?.[WHO.indexOf(who)] ?? statuses?.[WHO.indexOf("nobody")];
  if (known !== undefined) return known;
  const unsigned = UNSIGNED[row.kind];
  if (unsigned !== undefined) return unsigned;
  // Remix itself refuses OPTIONS to a page, before it looks for the page.
  return isUnknown(row) && !(row.kind === "page" && method === "OPTIONS") ? 404 : 405;
}

describe.each(TABLE.map((row) => [row.route, row] as const))("/%s", (_route, row) => {
  test.each(WHO)("each method, by %s", async (who) => {
    for (const method of methodsOf(row, who)) {
      const { answer, status, text } = await ask(row, who, method);
      const what = `${method} by ${who}`;
      expect(status, what).toBe(expected(row, who, method));
      expectGuarded(row, answer, what);
      expectDiscreet(row, who, text);
      // Remix itself refuses OPTIONS to a page, and does not know the methods of its action.
      if (status === 405 && !isUnknown(row) && method !== "OPTIONS") {
        expect(answer.headers.get("Allow"), what).toBe(Object.keys(row.answers).join(", "));
      }
      if (method === "HEAD") expect(text.length, what).toBe(0);
      if (status === 302 && row.answers.GET?.[2] === 302 && row.kind === "page") {
        expect(answer.headers.get("Location"), what).toMatch(who === "owner" ? /^\// : /^\/api\/auth\/signin/);
      }
    }
  });

  test.each(FOREIGN_ORIGINS)("no change for a page of %s", async (origin) => {
    // The origin is looked at before the path: its methods without an answer are refused alike, whichever the origin.
    const methods =
      origin === FOREIGN_ORIGINS[0] ? CHANGES : CHANGES.filter((each) => Object.hasOwn(row.answers, each));
    for (const method of methods) {
      const { answer, status, text } = await ask(row, "owner", method, { headers: { Origin: origin } });
      // A path that needs a signature does not check the origin; a request without a signature is refused.
      expect(status, method).toBe(UNSIGNED[row.kind] ?? 403);
      expectGuarded(row, answer, method);
      const refusal = { code: "forbidden" };
      // Refusals of the public API are problems (RFC 9457).
      const isProblem = row.route.startsWith("api/v1/");
      if (UNSIGNED[row.kind] === undefined)
        expect(JSON.parse(text)).toMatchObject(isProblem ? { ...refusal, status: 403 } : { error: refusal });
    }
  });
});

const utf8 = (text: string) => new TextEncoder().encode(text);
const DEEP = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
const HOSTILE: readonly [name: string, body: Uint8Array<ArrayBuffer>][] = [
  ["five megabytes", new Uint8Array(5_000_000).fill(0x20)],
  ["deep nesting", utf8(DEEP)],
  ["deep nesting in fields", utf8(JSON.stringify(meetingPayload({ meetingName: 1 })).replace("1", DEEP))],
  ["wrong types", utf8(JSON.stringify(Object.fromEntries(Object.keys(meetingPayload()).map((name) => [name, [{}]]))))],
  ["wrong types of another call", utf8('{"meetId":{"$ne":null},"meetingData":7,"event":["__proto__"]}')],
  ["null bytes", new Uint8Array(1000)],
  ["null bytes in text", utf8('{"event":"\\u0000","meetId":"\\u0000","provider":"\\u0000"}')],
  ["a form with null bytes", utf8("provider=%00google&terms=accepted&returnTo=%00&locale=%00&theme=%00&timeZone=%00")],
  ["a form of everything twice", utf8("provider=x&provider=google%0d%0aSet-Cookie:x&locale=de&locale=../..")],
  ["a part of a form that never ends", utf8('--x\r\nContent-Disposition: form-data; name="locale"\r\n\r\n')],
];
/** Bodies that a reader accepts and a route's own schema refuses. The reader of the body refuses the others, for all routes alike. */
const OF_A_SCHEMA = new Set(["wrong types", "wrong types of another call", "null bytes in text"]);
const TYPES = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data; boundary=x",
};

const POSTS = TABLE.filter((row) => row.answers.POST);
/** One route for each kind of body: JSON, a form, a page's form, and none. Other routes of a kind answer other bodies alike. */
const READERS = new Set(
  [
    POSTS.find(({ body }) => body === "json"),
    POSTS.find(({ body, kind }) => body === "form" && kind !== "page"),
    POSTS.find(({ body, kind }) => body === "form" && kind === "page"),
    POSTS.find(({ body }) => body === undefined),
  ].map((row) => row?.route),
);

/** For routes in READERS: every kind of body, from the owner and from nobody. For other routes: its own kind, from the owner. */
function sendersOf(row: Row) {
  const kinds = READERS.has(row.route) ? (["json", "form", "multipart"] as const) : ([row.body ?? "json"] as const);
  const people = READERS.has(row.route) ? (["owner", "nobody"] as const) : (["owner"] as const);
  return people.flatMap((who) => kinds.map((kind) => ({ who, kind, type: TYPES[kind] })));
}

describe.each(POSTS.map((row) => [row.route, row] as const))("POST /%s", (_r, row) => {
  test.each(READERS.has(row.route) ? HOSTILE : HOSTILE.filter(([name]) => OF_A_SCHEMA.has(name)))(
    "a body of %s causes no failure and reveals nothing",
    async (_name, body) => {
      for (const { who, kind, type } of sendersOf(row)) {
        const { answer, status, text } = await ask(row, who, "POST", { headers: { "Content-Type": type }, body });
        const what = `${kind} by ${who}`;
        // workerd closes a connection that goes on sending after the answer, and then the answer may be lost.
        if (status === HUNG_UP && body.byteLength > 1_000_000) continue;
        expectGuarded(row, answer, what);
        expectDiscreet(row, who, text);
        const unread = row.answers.POST?.[WHO.indexOf(who)] ?? 0;
        // A body is read only if it has the right type and the sender may call; else the row's own status applies.
        const read =
          row.body === "json" ? kind === "json" : row.body === "form" && (kind === "form" || kind === "multipart");
        const refusals = row.kind === "page" ? [400, 422, 302] : [400, 413, 422];
        // A form without any field of the preferences sets none.
        if (row.route === "api/acta/user/preferences") refusals.push(204);
        if (read && unread !== 401) expect(refusals, what).toContain(status);
        else expect(status, what).toBe(unread);
      }
    },
  );
});

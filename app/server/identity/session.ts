import { and, eq, getTableColumns, gt, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { redirect } from "@remix-run/cloudflare";
import { type PersonActor, SCOPES, type SessionActor } from "#app/domain/account/actor.ts";
import { shortenUserAgent } from "#app/domain/account/device.ts";
import { type MeetId, parseMeetId, personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { type Locale, LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { type MeetingLanguage, parseMeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SESSION_IDLE_MS_MAX, SESSION_LIFE_MS_MAX } from "#app/domain/limits/account.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import { parsePlan, type Plan } from "#app/domain/plan/plans.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { signInPath } from "#app/server/identity/sign-in-path.ts";
import type { Database } from "#app/server/db/database.ts";
import { type AnswersOf, namedBatch, type Statements } from "#app/server/db/named-batch.ts";
import { keepOpening, selectOpening } from "#app/server/workspace/access-to.ts";
import { planSql } from "#app/server/workspace/plan-of.ts";
import { sessions, users } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";
import { defaultTemplate, teamLanguage } from "#app/server/workspace/team-defaults.ts";

/** Opaque tokens: 256 random bits in the cookie, only their SHA-256 in the database. */
export function newToken(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

export async function hashToken(token: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sessions: an opaque random id in a cookie, hashed in D1, revocable. `__Host-` and Secure but on an http loopback
 * origin, where Safari would drop the cookie; a production configuration refuses such an origin.
 */

export type SignedInUser = {
  id: UserId;
  name: string;
  email: string | null;
  /** Of the workspace in which they act. */
  plan: Plan;
  locale: Locale;
  timeZone: string;
  /** Chosen in the settings, for all browsers of the person; else that of the browser that was used last. */
  isTimeZoneChosen: boolean;
  /** Their choice, or that of their team; null is Basic system. */
  defaultTemplateId: string | null;
  /** The language in which their team holds meetings; null where it has said none. */
  meetingLanguage: MeetingLanguage | null;
  /** Their time for waiting in a lobby (domain/call/waiting.ts). */
  waitMinutes: number;
  recordsPicture: boolean;
  /** Signed in, but the onboarding is still to come: a state of its own. */
  onboarded: boolean;
  provider: string;
};

/** Each note is a request to D1 beside the reading of a session. The list of sessions may be that far behind. */
const SEEN_STEP_MS = HOUR_MS;
/** 96 random bits. */
const HANDLE_CHARS = 24;

type Needs = Pick<Services, "config" | "db" | "now">;

export function sessionCookieName(origin: string): string {
  return origin.startsWith("https://") ? "__Host-acta-session" : "acta-session";
}

export function sessionCookie(origin: string, value: string, maxAgeSeconds: number): string {
  const secure = origin.startsWith("https://") ? "; Secure" : "";
  return `${sessionCookieName(origin)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/** Starts a session; the answer must carry `setCookie`. Signing in again makes a new id: the old one is not reused. */
export async function startSession(
  { config, db, now }: Needs,
  input: { userId: UserId; provider: string; userAgent: string | null; timeZone: string | null },
): Promise<{ setCookie: string }> {
  const token = newToken();
  const at = now();
  await db.insert(sessions).values({
    idHash: await hashToken(token),
    userId: input.userId,
    provider: input.provider,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: at + SESSION_LIFE_MS_MAX,
    handle: newToken().slice(0, HANDLE_CHARS),
    device: input.userAgent === null ? null : shortenUserAgent(input.userAgent),
    timeZone: input.timeZone,
  });
  return { setCookie: sessionCookie(config.origin, token, SESSION_LIFE_MS_MAX / 1000) };
}

/** The sender of a request: the actor for access to meetings and rows, and the profile for pages and use cases. */
export type Caller = { actor: SessionActor; user: SignedInUser };
/** More statements about the meeting that a request names. `person` finds who sends it. The answers may be used once access is proven. */
export type Along<Read extends Statements> = (db: Database, of: AlongOf) => Read;
export type AlongOf = { person: SQL; meetId: MeetId };

/** The same, or a program under a person's key. */
export type PersonCaller = { actor: PersonActor; user: SignedInUser };

/** SHA-256 of the session id that the request's cookie holds, hex; null without a cookie. */
export async function sessionHashOf(request: Request, { config }: Pick<Needs, "config">): Promise<string | null> {
  const token = readCookie(request, sessionCookieName(config.origin));
  return token ? hashToken(token) : null;
}

/** Whether a row of `sessions` is one that may still be used. Part of a statement. */
export function isOpenAt(at: number) {
  return and(isNull(sessions.revokedAt), gt(sessions.expiresAt, at), gt(sessions.lastSeenAt, at - SESSION_IDLE_MS_MAX));
}

/** The statement that finds a session if it is open. Its columns have names of their own, as a batch needs them. */
export function selectOpenSession(db: Needs["db"], sessionHash: string, at: number) {
  return db
    .select({ idHash: sessions.idHash, userId: sessions.userId, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.idHash, sessionHash), isOpenAt(at), notExists(openDeletion(db, sessions.userId))));
}

/** The actor of a session in the answer of `selectOpenSession`; null where it is not open. Notes that it was used. */
export async function actorOf(
  db: Needs["db"],
  [row]: Awaited<ReturnType<typeof selectOpenSession>>,
  at: number,
): Promise<SessionActor | null> {
  if (!row) return null;
  const { idHash, lastSeenAt } = row;
  if (at - lastSeenAt > SEEN_STEP_MS) {
    await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.idHash, idHash));
  }
  const userId = row.userId as UserId;
  return { via: "session", userId, workspaceId: personalWorkspaceOf(userId), scopes: SCOPES, sessionHash: idHash };
}

/** Whether a session that was open a moment ago still is. */
export async function isSessionOpen({ db, now }: Pick<Needs, "db" | "now">, sessionHash: string): Promise<boolean> {
  return (await selectOpenSession(db, sessionHash, now())).length > 0;
}

/**
 * Reads the sender of a request; null when nobody is signed in. `opens`: the meeting that the request reads, which is read in the same trip for the first
 * `accessTo` or `openMeeting` of the actor.
 */
export async function authenticate<const Read extends Statements = Statements>(
  request: Request,
  { config, db, now }: Needs,
  { opens = null, along }: { opens?: MeetId | null; along?: Along<Read> | undefined } = {},
): Promise<(Caller & { along: AnswersOf<Read> }) | null> {
  const idHash = await sessionHashOf(request, { config });
  if (idHash === null) return null;
  const at = now();
  const person = sql`(select ${sessions.userId} from ${sessions} where ${sessions.idHash} = ${idHash})`;
  const caller = selectCaller(db, idHash, at);
  const asked = opens && along?.(db, { person, meetId: opens });
  const opening =
    opens && (await namedBatch(db, { caller, ...selectOpening(db, person, { meetId: opens, at }), ...asked }));
  const [row] = opening ? opening.caller : await caller;
  const actor = row ? await actorOf(db, [row], at) : null;
  if (!row || !actor) return null;
  if (opens && opening) keepOpening(actor, { ...opening, meetId: opens });
  // Of a request that names no meeting there is nothing to read along.
  return { actor, user: signedInUser(row, row), along: (opening ?? {}) as AnswersOf<Read> };
}

/** The columns have names of their own, as a batch needs them. */
function selectCaller(db: Needs["db"], idHash: string, at: number) {
  return db
    .select({
      idHash: sessions.idHash,
      userId: sessions.userId,
      lastSeenAt: sessions.lastSeenAt,
      provider: sessions.provider,
      ...PROFILE,
      ...personState(at),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.idHash, idHash), isOpenAt(at), notExists(openDeletion(db, users.id))));
}

const { id, name, email, locale, timeZone, timeZoneChosen, onboardedAt, waitMinutes, recordsPicture } =
  getTableColumns(users);
/** The columns of a person's row that make a `SignedInUser`. */
const PROFILE = { id, name, email, locale, timeZone, timeZoneChosen, onboardedAt, waitMinutes, recordsPicture };

/** The plan of a person and what their team decides for them, as parts of a query of `users`. */
export const personState = (at: number) => ({
  plan: planSql(users.id, at),
  defaultTemplateId: defaultTemplate,
  language: teamLanguage,
});
type PersonState = { plan: string; defaultTemplateId: string | null; language: string | null };

/** A person's profile from their row. */
export function signedInUser(
  row: Pick<typeof users.$inferSelect, keyof typeof PROFILE>,
  { plan, defaultTemplateId, language, provider }: PersonState & { provider: string },
): SignedInUser {
  const { id, name, email, locale, timeZone, timeZoneChosen, onboardedAt, waitMinutes, recordsPicture } = row;
  return {
    id: id as UserId,
    name,
    email,
    plan: parsePlan(plan),
    locale: parseLocale(locale) ?? LOCALE_FALLBACK,
    timeZone,
    isTimeZoneChosen: timeZoneChosen,
    defaultTemplateId,
    meetingLanguage: parseMeetingLanguage(language),
    waitMinutes,
    recordsPicture,
    onboarded: onboardedAt !== null,
    provider,
  };
}

/** For pages: the signed-in caller, or a redirect to sign-in that returns to the requested page. */
export async function requireUser(request: Request, services: Services): Promise<Caller> {
  const caller = await readCaller(request, services);
  if (caller) return caller;
  const { pathname, search } = new URL(request.url);
  throw redirect(signInPath({ returnTo: `${pathname}${search}` }));
}

/** The caller of a request's loaders, by the services that were composed for it. An action may change them, and reads its own. */
const CALLERS = new WeakMap<Services, Promise<Caller | null>>();

/** The routes of a page load side by side: the session is read once for all of them. */
function readCaller(request: Request, services: Services): Promise<Caller | null> {
  if (request.method !== "GET") return authenticate(request, services);
  // The page of a meeting is at its id.
  const opens = parseMeetId(new URL(request.url).pathname.slice(1));
  const known = CALLERS.get(services) ?? authenticate(request, services, { opens });
  CALLERS.set(services, known);
  return known;
}

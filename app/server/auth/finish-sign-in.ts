import { and, eq, ne, notExists, sql } from "drizzle-orm";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import { mayLink } from "#app/domain/account/link.ts";
import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import { newUserId, personalWorkspaceOf, randomId, type UserId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { carryUses } from "#app/server/usage/identity-uses.ts";
import { isBeingDeleted } from "#app/server/identity/deletion-mark.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";
import { startSession } from "#app/server/identity/session.ts";
import { type Attempt, takeAttempt } from "#app/server/auth/sign-in-attempts.ts";
import { endSession } from "#app/server/auth/sign-out.ts";
import { identities, members, users, workspaces } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { endProvenElsewhere } from "#app/server/auth/take-back-address.ts";
import type { ProviderProfile } from "#app/server/ports/identity-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "config" | "db" | "now">;

/** Limit of accounts that are read for one address; an address with more of them does not identify a person. */
const ACCOUNTS_OF_ADDRESS_MAX = 5;

/**
 * Finds the user of an identity: the user of a known identity, an account that the address proves to be theirs
 * (domain/account/link.ts), or a new account. `birth` goes into a new account only.
 */
async function findOrCreateUser(
  services: Needs,
  profile: ProviderProfile,
  birth: { locale: Locale; timeZone: string | null; termsAcceptedAt: number },
): Promise<{ userId: UserId; found: "known" | "linked" | "created" }> {
  const known = await useIdentity(services, profile);
  if (known) return { userId: known, found: "known" };

  const linked = await findLinkable(services, profile);
  const userId = linked ?? newUserId();
  const { db, now } = services;
  const at = now();
  const identity = db.insert(identities).values({
    provider: profile.provider,
    subject: profile.subject,
    userId,
    email: profile.email,
    createdAt: at,
    lastUsedAt: at,
  });
  const user = db.insert(users).values({
    id: userId,
    name: profile.name,
    email: profile.email,
    emailVerified: profile.emailVerified,
    locale: birth.locale,
    ...(birth.timeZone === null ? {} : { timeZone: birth.timeZone }),
    termsAcceptedAt: birth.termsAcceptedAt,
    createdAt: at,
  });
  try {
    if (linked) await identity;
    else await db.batch([user, ...personalWorkspace(services, userId, at), identity]);
  } catch (error) {
    // Two tabs may make the same identity at once: the primary key lets one through, and the other finds it.
    const winner = await useIdentity(services, profile);
    if (winner) return { userId: winner, found: "known" };
    throw error;
  }
  return { userId, found: linked ? "linked" : "created" };
}

/** The statements that make the workspace of a new person, with the plan that all have where none is sold. */
function personalWorkspace({ config, db }: Needs, userId: UserId, at: number) {
  const workspaceId = personalWorkspaceOf(userId);
  const { planOfAll: plan } = config;
  const held = plan === null ? [] : [{ id: randomId(), workspaceId, source: "operator", plan, startsAt: at }];
  return [
    db.insert(workspaces).values({ id: workspaceId, kind: "personal", createdAt: at }),
    db.insert(members).values({ workspaceId, userId, role: "owner", joinedAt: at }),
    ...held.map((hold) => db.insert(planHolds).values(hold)),
  ] as const;
}

/**
 * The identity's user; notes that it was used, and follows the provider: an address that has changed, and whether the provider still vouches for
 * it, as an operator may have narrowed the domains for which it does.
 */
async function useIdentity({ db, now }: Needs, profile: ProviderProfile): Promise<UserId | null> {
  const mine = and(eq(identities.provider, profile.provider), eq(identities.subject, profile.subject));
  const [row] = await db.select().from(identities).where(mine);
  if (!row) return null;
  const { email, emailVerified } = profile;
  const used = db.update(identities).set({ email, lastUsedAt: now() }).where(mine);
  const isChanged = row.email !== email;
  const isFree = isChanged || emailVerified ? undefined : notExists(otherBearer(db, row));
  // Only where the account still bears this identity's former address: another one's is not ours to change.
  const owner = and(eq(users.id, row.userId), row.email === null ? undefined : eq(users.email, row.email), isFree);
  const followed = db.update(users).set({ email, emailVerified }).where(owner);
  await db.batch(row.email === null && !isChanged ? [used] : [used, followed]);
  return row.userId as UserId;
}

/** Another provider's identity of the account with the same address: they were linked because both vouched for it, and that one still may. */
function otherBearer(db: Needs["db"], { userId, provider, email }: typeof identities.$inferSelect) {
  return db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.userId, userId), ne(identities.provider, provider), sql`${identities.email} = ${email}`));
}

/** The one account that the address links to. Where several would do, none does. */
async function findLinkable({ db }: Needs, profile: ProviderProfile): Promise<UserId | null> {
  if (profile.email === null || !profile.emailVerified) return null;
  const accounts = await db
    .select({ id: users.id, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.email, profile.email), eq(users.emailVerified, true)))
    .limit(ACCOUNTS_OF_ADDRESS_MAX);
  const linkable: UserId[] = [];
  for (const account of accounts) {
    const bound = await db
      .select({ provider: identities.provider })
      .from(identities)
      .where(eq(identities.userId, account.id));
    const providers = bound.map((each) => each.provider);
    if (mayLink({ ...account, providers }, profile)) linkable.push(account.id as UserId);
  }
  const [only, second] = linkable;
  return only && !second ? only : null;
}

/** Longest `state` and `code` that we look at. */
const PARAMETER_CHARS_MAX = 4096;

/**
 * Handles the callback from the provider. A valid attempt always creates a new session and ends the browser's previous session.
 * Each attempt can be used only once. `returnTo` was checked when the attempt began.
 */
export async function finishSignIn(
  services: Services,
  request: Request,
  input: {
    provider: ProviderName;
    locale: Locale;
    /** The browser's; null where it has not said. */
    timeZone: string | null;
  },
): Promise<Outcome<{ setCookie: string }, SignInProblem> & { returnTo: string }> {
  const { provider } = input;
  const { searchParams } = new URL(request.url);
  const state = parameter(searchParams, "state");
  const attempt = state === null ? null : await takeAttempt(services, request, { provider, state });
  if (state === null || attempt === null) return { ...refused("expired"), returnTo: "/" };
  const { returnTo } = attempt;

  const identified = await identify(services, searchParams, { provider, state, attempt });
  if (!identified.ok) {
    services.log("sign-in.refused", { provider, reason: identified.reason });
    return { ...identified, returnTo };
  }
  const { userId, found } = await findOrCreateUser(services, identified.value, {
    locale: input.locale,
    timeZone: input.timeZone,
    // The box was ticked when the attempt began.
    termsAcceptedAt: attempt.startedAt,
  });
  if (await isBeingDeleted(services.db, userId)) {
    services.log("sign-in.refused", { provider, reason: "deleting" });
    return { ...refused("deleting"), returnTo };
  }
  if (found === "created") await carryUses(services, userId, identified.value);
  // The provider may have vouched for their address before: meetings that were shown to it are not theirs any more.
  if (found === "known" && !identified.value.emailVerified) await closeLostStreams(services, { userIds: [userId] });
  await endProvenElsewhere(services, userId);
  await endSession(services, request);
  const { setCookie } = await startSession(services, {
    userId,
    provider,
    userAgent: request.headers.get("User-Agent"),
    timeZone: input.timeZone,
  });
  services.log("sign-in.done", { provider, userId, found });
  // Also where the person is new: they are asked for something once they have got something (features/home/about-you.tsx).
  return { ...ok({ setCookie }), returnTo };
}

async function identify(
  services: Services,
  answer: URLSearchParams,
  { provider, state, attempt }: { provider: ProviderName; state: string; attempt: Attempt },
): Promise<Outcome<ProviderProfile, SignInProblem>> {
  // RFC 6749 §4.1.2.1. The provider's own words (error_description) are neither shown nor kept.
  const error = answer.get("error");
  if (error === "access_denied") return refused("cancelled");
  if (error === "server_error" || error === "temporarily_unavailable") return refused("unavailable");
  const code = parameter(answer, "code");
  if (error !== null || code === null) return refused("failed");
  const { nonce, codeVerifier } = attempt;
  const known = services.identity[provider];
  // Its configuration was taken away while the person was there.
  if (!known) return refused("failed");
  try {
    const profile = await known.complete({ code, state, nonce, codeVerifier });
    if (profile.ok) return profile;
    services.log("sign-in.identity-refused", { provider, reason: profile.reason });
    return refused("failed");
  } catch (thrown) {
    if (!(thrown instanceof UpstreamError)) throw thrown;
    services.log("sign-in.provider-failed", { provider, status: thrown.status, retryable: thrown.retryable });
    return refused("unavailable");
  }
}

function parameter(params: URLSearchParams, name: string): string | null {
  const value = params.get(name);
  return value && value.length <= PARAMETER_CHARS_MAX ? value : null;
}

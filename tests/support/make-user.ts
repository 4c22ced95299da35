import { newUserId, personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { startSession } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { members, users, workspaces } from "#app/server/db/schema-account.ts";

/** A user with a session, made by the code that sign-in itself uses. `cookie` is "name=value". */
export async function makeUser(
  database: D1Database,
  input: { userId?: UserId; name?: string; plan?: string; onboarded?: boolean } = {},
): Promise<{ userId: UserId; cookie: string }> {
  const db = openDatabase(database);
  const { userId = newUserId() } = input;
  await db.insert(users).values({
    id: userId,
    name: input.name ?? "Nora Puig",
    email: `${userId}@example.test`,
    emailVerified: true,
    onboardedAt: input.onboarded === false ? null : 1,
    termsAcceptedAt: 1,
    createdAt: 1,
  });
  const workspaceId = personalWorkspaceOf(userId);
  await db.batch([
    db.insert(workspaces).values({ id: workspaceId, kind: "personal", createdAt: 1 }),
    db.insert(members).values({ workspaceId, userId, role: "owner", joinedAt: 1 }),
  ]);
  const { plan } = input;
  if (plan !== undefined && plan !== "free") {
    await db
      .insert(planHolds)
      .values({ id: `${workspaceId}-plan`, workspaceId, source: "operator", plan, startsAt: 1 });
  }
  const { setCookie } = await startSession(
    { config: TEST_CONFIG, db, now: Date.now },
    { userId, provider: "google", userAgent: null, timeZone: null },
  );
  return { userId, cookie: setCookie.split(";")[0] ?? "" };
}

const TEST_CONFIG = {
  environment: "local",
  origin: "http://localhost:8787",
  contactEmail: "support@acta.example",
  signIn: [
    { name: "google", label: "Google" },
    { name: "microsoft", label: "Microsoft" },
  ],
  planOfAll: null,
  uploadOrigin: "http://localhost:8787",
  links: { jitsiHosts: [], localOrigin: null },
  signInOrigins: ["http://127.0.0.1:8788"],
  speech: "none",
  voices: "none",
  language: "extractive",
  recorder: "none",
  mail: "none",
  webhooks: { localOrigin: null },
} as const;

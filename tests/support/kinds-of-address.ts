import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { newMeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { mailAddresses, provenAddresses } from "#app/server/db/schema-mail.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";

const db = openDatabase(env.DB);
export const addressOf = ({ userId }: { userId: string }) => `${userId}@example.test`;

/** An address of each kind of account, and one of no account, which invitations and orders of seats must not tell apart. */
export const KINDS_OF_ADDRESS: readonly { kind: string; make: () => Promise<string> }[] = [
  { kind: "nobody's", make: async () => `${newMeetId()}@example.test` },
  { kind: "an account's", make: async () => addressOf(await signIn()) },
  { kind: "an account's in Spanish", make: () => accountWith({ locale: "es" }) },
  { kind: "an account's that no provider vouches for", make: () => accountWith({ emailVerified: false }) },
  { kind: "an account's of a member of another team", make: memberElsewhere },
  { kind: "a confirmed second one of an account", make: secondAddress },
];

async function accountWith(facts: Partial<typeof users.$inferInsert>) {
  const person = await signIn();
  await db.update(users).set(facts).where(eq(users.id, person.userId));
  return addressOf(person);
}

async function memberElsewhere() {
  const [owner, member] = [await signIn(), await signIn()];
  await makeTeam({ owner, others: [member] });
  return addressOf(member);
}

async function secondAddress() {
  const { userId } = await signIn();
  const email = `second-${userId}@example.test`;
  await db
    .insert(mailAddresses)
    .values({ userId, email, confirmedAt: 1, askedAt: 1, expiresAt: 2, sends: 1, sendsSince: 1 });
  await db.insert(provenAddresses).values({ userId, email, provenAt: 1 });
  return email;
}

import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  type OnboardingValues,
  personalForm,
  PROFILE_FIELDS,
  type profileChanged,
  profileError,
  type ProfileField,
  type ReadPhone,
} from "#app/contracts/profile-form.ts";
import { parseEmploymentType, type Profile } from "#app/domain/account/profile.ts";
import type { UserId } from "#app/domain/ids.ts";
import { invariant } from "#app/domain/invariant.ts";
import { showPhone } from "#app/server/account/read-phone.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";

/** The profile of a person (§3), and whether they have been through the onboarding. */

type Needs = Pick<Services, "db" | "now">;

export async function readProfile({ db }: Pick<Services, "db">, userId: UserId): Promise<Profile> {
  const [row] = await db
    .select({
      name: users.name,
      email: users.email,
      phone: users.phone,
      company: users.company,
      employmentType: users.employmentType,
    })
    .from(users)
    .where(eq(users.id, userId));
  invariant(row, "a session belongs to a person");
  return { ...row, employmentType: parseEmploymentType(row.employmentType) };
}

/** Stores what the onboarding asks for, and in the settings the name. The onboarding is then finished. */
export async function saveProfile(
  { db, now }: Needs,
  userId: UserId,
  { employmentType, company, phone, name }: OnboardingValues & { name?: string },
): Promise<void> {
  await db
    .update(users)
    .set({ employmentType, company, phone, name, onboardedAt: onboardedNow(now()) })
    .where(eq(users.id, userId));
}

/** Stores the fields that are right, each by itself; the others keep their values, with the reason in `errors`. */
export async function changeProfile(
  { db }: Pick<Services, "db">,
  userId: UserId,
  { changes, readPhone }: { changes: Partial<Record<ProfileField, string>>; readPhone: ReadPhone },
): Promise<z.infer<typeof profileChanged>> {
  const { shape } = personalForm(readPhone);
  const values: Partial<OnboardingValues & { name: string }> = {};
  const errors: z.infer<typeof profileChanged>["errors"] = {};
  for (const field of PROFILE_FIELDS) {
    const text = changes[field];
    if (text === undefined) continue;
    const read = shape[field].safeParse(text);
    if (read.success) Object.assign(values, { [field]: read.data });
    else errors[field] = profileError(read.error.issues.map(({ message }) => message)) ?? "name-missing";
  }
  if (Object.keys(values).length > 0) await db.update(users).set(values).where(eq(users.id, userId));
  const { name, phone, company, employmentType } = await readProfile({ db }, userId);
  return { profile: { name, phone: await showPhone(phone), company, employmentType }, errors };
}

export async function saveName({ db }: Pick<Services, "db">, userId: UserId, name: string): Promise<void> {
  await db.update(users).set({ name }).where(eq(users.id, userId));
}

/** The person goes on without the onboarding; the settings lead back to it. */
export async function postponeOnboarding({ db, now }: Needs, userId: UserId): Promise<void> {
  await db
    .update(users)
    .set({ onboardedAt: onboardedNow(now()) })
    .where(eq(users.id, userId));
}

/** The first time counts. */
function onboardedNow(at: number) {
  return sql`coalesce(${users.onboardedAt}, ${at})`;
}

import * as z from "zod/mini";
import { EMPLOYMENT_TYPES } from "#app/domain/account/profile.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { COMPANY_CHARS_MAX, PERSON_NAME_CHARS_MAX } from "#app/domain/limits/account.ts";

/** Why a field of the profile is not right; the field says it in the reader's language. */
export const PROFILE_ERRORS = [
  "employment-missing",
  "company-missing",
  "company-too-long",
  "phone-invalid",
  "name-missing",
  "name-too-long",
] as const;
export type ProfileError = (typeof PROFILE_ERRORS)[number];
const because = (error: ProfileError) => error;

export const PROFILE_FIELDS = ["name", "phone", "company", "employmentType"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Reads a phone number as typed: as E.164, or null where it is none. */
export type ReadPhone = (text: string) => string | null;

const name = z
  .string({ error: because("name-missing") })
  .check(
    z.overwrite(cleanName),
    z.minLength(1, because("name-missing")),
    z.maxLength(PERSON_NAME_CHARS_MAX, because("name-too-long")),
  );

/** §5, the onboarding: company required, valid phone number required. */
export function onboardingForm(readPhone: ReadPhone) {
  return z.object({
    employmentType: z.enum(EMPLOYMENT_TYPES, { error: because("employment-missing") }),
    company: z
      .string({ error: because("company-missing") })
      .check(
        z.overwrite(cleanName),
        z.minLength(1, because("company-missing")),
        z.maxLength(COMPANY_CHARS_MAX, because("company-too-long")),
      ),
    phone: z.string({ error: because("phone-invalid") }).check(
      z.refine((text) => readPhone(text) !== null, because("phone-invalid")),
      z.overwrite((text) => readPhone(text) ?? text),
    ),
  });
}
export type OnboardingValues = z.infer<ReturnType<typeof onboardingForm>>;

/** Personal information in the settings, before and after the onboarding (§2). */
export const nameForm = z.object({ name });
export function personalForm(readPhone: ReadPhone) {
  return z.extend(onboardingForm(readPhone), { name });
}

/**
 * For the browser, which does not load the numbering plans of all countries: any text may be a phone number. The server's reader
 * decides.
 */
export const anyPhone: ReadPhone = (text) => text;

/** POST /api/acta/user/profile: the profile as it is stored now, the phone as it is shown; and why fields were not stored. */
export const profileChanged = z.object({
  profile: z.object({
    name: z.string(),
    phone: z.nullable(z.string()),
    company: z.nullable(z.string()),
    employmentType: z.nullable(z.enum(EMPLOYMENT_TYPES)),
  }),
  errors: z.partialRecord(z.enum(PROFILE_FIELDS), z.enum(PROFILE_ERRORS)),
});

export function profileError(errors: readonly string[] | undefined): ProfileError | null {
  return PROFILE_ERRORS.find((error) => error === errors?.[0]) ?? null;
}

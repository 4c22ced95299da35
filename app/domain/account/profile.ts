/** §3: the profile. What the provider does not know is asked for by the onboarding. */

export const EMPLOYMENT_TYPES = ["company", "freelance"] as const;
export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];

export type Profile = {
  name: string;
  /** Null where the provider gave none. */
  email: string | null;
  /** E.164: "+34600000000". */
  phone: string | null;
  company: string | null;
  employmentType: EmploymentType | null;
};

export function parseEmploymentType(text: string | null): EmploymentType | null {
  return EMPLOYMENT_TYPES.find((type) => type === text) ?? null;
}

/**
 * §2, the profile-complete indicator: how many entries are filled, of how many. An address that the provider did not give is not
 * counted, because nobody could add it here.
 */
export function profileProgress(profile: Profile): { filled: number; of: number; isComplete: boolean } {
  const { name, email, phone, company, employmentType } = profile;
  const entries = [name, phone, company, employmentType, ...(email === null ? [] : [email])];
  const filled = entries.filter((entry) => entry !== null && entry !== "").length;
  return { filled, of: entries.length, isComplete: filled === entries.length };
}

/** Whether the onboarding has what it asks for (§5). */
export function isOnboardingComplete({ phone, company, employmentType }: Profile): boolean {
  return phone !== null && company !== null && employmentType !== null;
}

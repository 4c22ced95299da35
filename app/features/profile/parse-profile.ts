import { parseWithZod } from "@conform-to/zod/v4";
import { nameForm, onboardingForm, personalForm, type ReadPhone } from "#app/contracts/profile-form.ts";

/** The forms of the profile, read in the same way by the page and by its action. */

export function parseOnboarding(formData: FormData, readPhone: ReadPhone) {
  return parseWithZod(formData, { schema: onboardingForm(readPhone) });
}

export function parseName(formData: FormData) {
  return parseWithZod(formData, { schema: nameForm });
}

export function parsePersonal(formData: FormData, readPhone: ReadPhone) {
  return parseWithZod(formData, { schema: personalForm(readPhone) });
}

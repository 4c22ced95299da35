import { callApi } from "#app/contracts/call-api.ts";
import { changeProfile } from "#app/contracts/endpoints/account.ts";
import type { ProfileField } from "#app/contracts/profile-form.ts";

/** Saves fields of the profile, also while the page is left. It loads with the first change. */
export const sendProfile = (changes: Partial<Record<ProfileField, string>>) =>
  callApi(changeProfile, { body: changes, keepalive: true });

import { callApi } from "#app/contracts/call-api.ts";
import { savePreferences } from "#app/contracts/endpoints/account.ts";
import type { Locale } from "#app/domain/languages.ts";

/** Saves the language; then the whole page comes back in it, and offers the way back to `was`. Null, or why it was not saved. */
export async function changeLanguage(locale: Locale, was: Locale | null): Promise<{ message: string | null } | null> {
  const end = await callApi(savePreferences, { body: { locale }, unread: true });
  if (!end.ok) return { message: end.message };
  const said = new URLSearchParams({ saved: "language", ...(was !== null && { was }) });
  window.location.assign(`/settings?${said}#language`);
  return null;
}

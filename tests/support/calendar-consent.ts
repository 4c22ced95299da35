import type { CalendarOwner, CalendarTokens } from "#app/server/ports/calendar-provider.ts";
import type { PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";

/** People of the calendar stand-ins, and the tokens that they give, without the pages of a consent. */

export type PlayedPerson = Parameters<typeof playCalendars>[0]["people"][number];

const HOUR_MS = 3_600_000;
const VERIFIER = "v".repeat(64);

/** A new person with an empty main calendar. `consent`: tokens, as after a visit to the consent page. */
export function newcomer(
  { played, people }: { played: PlayedCalendars; people: PlayedPerson[] },
  provider: "google" | "microsoft",
) {
  const personId = crypto.randomUUID();
  const email = `${personId}@acta.example`;
  people.push({ provider, personId, name: "Nora Puig", email, subject: personId });
  const account = played.accountOf(provider, personId);
  if (!account) throw new Error("the stand-in has no such person");
  const calendar = played.state.addCalendar(account, { id: `main-${personId}`, name: "Main" });
  const owner: CalendarOwner = { subject: personId, email };
  return { personId, email, account, calendar, owner, consent: () => tokensOf(played, provider, personId) };
}

async function tokensOf(
  played: PlayedCalendars,
  provider: "google" | "microsoft",
  personId: string,
): Promise<CalendarTokens> {
  const scope =
    provider === "google"
      ? "https://www.googleapis.com/auth/calendar.events.readonly https://www.googleapis.com/auth/calendar.calendarlist.readonly"
      : "offline_access Calendars.Read";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER)));
  const challenge = btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  const redirect_uri = `http://localhost:8787/api/acta/calendar-accounts/connect/${provider}/callback`;
  const query = new URLSearchParams({
    client_id: `acta-local-${provider}`,
    redirect_uri,
    response_type: "code",
    scope,
    state: "s",
    access_type: "offline",
    prompt: "consent",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  const back = played.grants.decide(provider, query, new URLSearchParams({ person: personId })) ?? "";
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: new URL(back).searchParams.get("code") ?? "",
    client_id: `acta-local-${provider}`,
    client_secret: `acta-local-${provider}-secret`,
    redirect_uri,
    code_verifier: VERIFIER,
  });
  const { body } = await played.grants.exchange(provider, form);
  return { access: String(body.access_token), refresh: String(body.refresh_token), expiresAt: Date.now() + HOUR_MS };
}

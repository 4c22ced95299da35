import { env } from "cloudflare:workers";
import { randomId, type UserId } from "#app/domain/ids.ts";
import type { PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** For worker tests: accounts without the pages of a consent. */

export type PlayedPerson = Parameters<typeof playCalendars>[0]["people"][number];

const HOUR_MS = 3_600_000;

/** An account that the object has got with a token of the stand-in. */
export async function openCalendarAccount(
  { played, people }: { played: PlayedCalendars; people: PlayedPerson[] },
  provider: "google" | "microsoft",
  /** Without one: a new person. */
  ofUser?: UserId,
) {
  const userId = ofUser ?? (await signIn()).userId;
  const personId = crypto.randomUUID();
  const email = `${personId}@acta.example`;
  people.push({ provider, personId, name: "Nora Puig", email, subject: personId });
  const account = played.accountOf(provider, personId);
  if (!account) throw new Error("the stand-in has no such person");
  const calendar = played.state.addCalendar(account, { id: `main-${personId}`, name: "Main" });
  const scope =
    provider === "google"
      ? "https://www.googleapis.com/auth/calendar.events.readonly https://www.googleapis.com/auth/calendar.calendarlist.readonly"
      : "offline_access Calendars.Read";
  const verifier = "v".repeat(64);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
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
  const accountId = randomId();
  const object = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
  const consentAgain = async () => {
    const back = played.grants.decide(provider, query, new URLSearchParams({ person: personId })) ?? "";
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(back).searchParams.get("code") ?? "",
      client_id: `acta-local-${provider}`,
      client_secret: `acta-local-${provider}-secret`,
      redirect_uri,
      code_verifier: verifier,
    });
    const { body } = await played.grants.exchange(provider, form);
    await object.begin({
      accountId,
      userId,
      workspaceId: userId,
      name: email,
      createdAt: 1,
      provider,
      owner: { subject: personId, email },
      tokens: {
        access: String(body.access_token),
        refresh: String(body.refresh_token),
        expiresAt: Date.now() + HOUR_MS,
      },
    });
  };
  await consentAgain();
  return { userId, personId, accountId, email, account, calendar, object, consentAgain };
}

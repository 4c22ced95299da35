import { createCalendarStandIn } from "../../workers/stand-ins/calendar/calendar-stand-in.mjs";

/**
 * Google Calendar, Microsoft Graph and feeds on the network, for tests of one process: the stand-in of `npm start`, without sample
 * events and with people of the test. `connectProviders(calendars)` (oidc-provider.ts) puts it behind `fetch`.
 */

export const CALENDAR_ORIGIN = "http://127.0.0.1:8788";
const APP_ORIGIN = "http://localhost:8787";

type Provider = "google" | "microsoft";
type Person = { provider: Provider; personId: string; name: string; email: string; subject: string };

export type PlayedCalendars = ReturnType<typeof playCalendars>;

/** `send` carries notifications to the app; without it they are lost. `now` is the providers' clock. */
export function playCalendars({
  people,
  now = Date.now,
  send,
}: {
  people: readonly Person[];
  now?: () => number;
  send?: (request: Request) => Promise<Response>;
}) {
  const standIn = createCalendarStandIn({
    clients: {
      google: { id: "acta-local-google", secret: "acta-local-google-secret" },
      microsoft: { id: "acta-local-microsoft", secret: "acta-local-microsoft-secret" },
    },
    isRedirectAllowed: (uri) => uri.startsWith(`${APP_ORIGIN}/api/acta/calendar-accounts/connect/`),
    now,
    send: send ?? (async () => new Response(null, { status: 503 })),
    people: (provider, personId) =>
      people.find((person) => person.provider === provider && person.personId === personId) ?? null,
    idToken: async ({ provider, personId, nonce, audience }) => {
      const { subject: sub, name, email } = personOf(provider, personId);
      const claims = {
        iss: `${CALENDAR_ORIGIN}/${provider}`,
        sub,
        name,
        email,
        email_verified: true,
        nonce,
        aud: audience,
      };
      return ["{}", JSON.stringify(claims), ""].map((part) => btoa(part).replace(/=+$/, "")).join(".");
    },
  });

  function personOf(provider: Provider, personId: string): Person {
    const person = people.find((each) => each.provider === provider && each.personId === personId);
    if (!person) throw new RangeError("there is no such person");
    return person;
  }

  return {
    ...standIn,

    /** Plays the visit to the consent page; returns the URL that the browser is sent to. `unticked`: permissions that are refused. */
    consent(authorizationUrl: string, personId: string, unticked: readonly string[] = []): string {
      const url = new URL(authorizationUrl);
      const provider = url.pathname.startsWith("/google/") ? "google" : "microsoft";
      const problem = standIn.grants.problem(provider, url.searchParams);
      if (problem !== null) throw new Error(problem);
      const choice = new URLSearchParams({ person: personId, asked: "yes" });
      for (const scope of (url.searchParams.get("scope") ?? "").split(" ")) {
        if (!unticked.includes(scope)) choice.append("scope", scope);
      }
      const location = standIn.grants.decide(provider, url.searchParams, choice);
      if (location === null) throw new RangeError("there is no such person");
      return location;
    },

    /** The answer to a fetch, or null if it is not for the providers. */
    answer: async (request: Request) =>
      request.url.startsWith(`${CALENDAR_ORIGIN}/`) ? standIn.answer(request) : null,
  };
}

import { env } from "cloudflare:workers";
import { randomId, type UserId } from "#app/domain/ids.ts";
import type { PlayedCalendars } from "#tests/fakes/calendar-providers.ts";
import { newcomer, type PlayedPerson } from "#tests/support/calendar-consent.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** For worker tests: an account that its object has got with tokens of the stand-in. */
export async function openCalendarAccount(
  stage: { played: PlayedCalendars; people: PlayedPerson[] },
  provider: "google" | "microsoft",
  /** Without one: a new person. */
  ofUser?: UserId,
) {
  const userId = ofUser ?? (await signIn()).userId;
  const { owner, consent, ...person } = newcomer(stage, provider);
  const accountId = randomId();
  const object = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
  const birth = { accountId, userId, workspaceId: userId, name: person.email, createdAt: 1, provider, owner };
  const consentAgain = async () => object.begin({ ...birth, tokens: await consent() });
  await consentAgain();
  return { userId, accountId, object, consentAgain, ...person };
}

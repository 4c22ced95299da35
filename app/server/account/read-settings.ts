import { isOnboardingComplete, profileProgress } from "#app/domain/account/profile.ts";
import type { Locale } from "#app/domain/languages.ts";
import { readChoices } from "#app/server/account/choices.ts";
import { readProfile } from "#app/server/account/profile.ts";
import { readCredits } from "#app/server/usage/read-credits.ts";
import { showPhone } from "#app/server/account/read-phone.ts";
import { listSessions } from "#app/server/identity/list-sessions.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { readBilling } from "#app/server/billing/read-billing.ts";
import { connectable, listCalendars } from "#app/server/calendars/list-calendars.ts";
import { readMailSettings } from "#app/server/account/mail-preferences.ts";
import type { Services } from "#app/server/services.ts";
import { readTeam } from "#app/server/teams/read-team.ts";
import { readVisibilityDefault } from "#app/server/meetings/set-visibility.ts";
import { listWords } from "#app/server/words/read-words.ts";
import { listTemplateNames } from "#app/server/templates/list-templates.ts";

/** All that the page of the settings shows of a person. */
export async function readSettings(services: Services, caller: Caller, locale: Locale) {
  const { actor, user } = caller;
  const [credits, profile, choices, mail, listed, templates, calendars, billing, team, visibility, wordLists] =
    await Promise.all([
      readCredits(services, caller),
      readProfile(services, actor.userId),
      readChoices(services, actor.userId),
      readMailSettings(services, actor),
      listSessions(services, actor),
      listTemplateNames(services, actor, locale),
      listCalendars(services, actor.userId),
      readBilling(services, actor, user.plan),
      readTeam(services, actor, locale),
      readVisibilityDefault(services, actor),
      listWords(services, actor),
    ]);
  return {
    user: { name: user.name, email: user.email, provider: providerName(services, user.provider) },
    usage: credits.usage,
    profile: { ...profile, phone: await showPhone(profile.phone) },
    progress: profileProgress(profile),
    isOnboarded: isOnboardingComplete(profile),
    choices,
    mail,
    calendars,
    connectable: connectable(services.config),
    billing,
    team,
    visibility,
    wordLists,
    templates: templates.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }])),
    // From here and not from the browser, whose list may be another one.
    zones: Intl.supportedValuesOf("timeZone"),
    listed,
  };
}

/** A provider as people know it from the sign-in page; its own word where it is configured no more. */
function providerName({ config }: Pick<Services, "config">, provider: string): string {
  return config.signIn.find(({ name }) => name === provider)?.label ?? provider;
}

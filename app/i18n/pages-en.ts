import { history } from "#app/i18n/en/history.ts";
import { home } from "#app/i18n/en/home.ts";
import { pricing } from "#app/i18n/en/pricing.ts";
import { settings } from "#app/i18n/en/settings.ts";
import { signIn } from "#app/i18n/en/sign-in.ts";

/** Texts of the pages that are not a meeting: a meeting's page does not load them at first (load-texts.ts). */
export const pages = { history, home, pricing, settings, signIn } as const;

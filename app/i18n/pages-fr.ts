import { history } from "#app/i18n/fr/history.ts";
import { home } from "#app/i18n/fr/home.ts";
import { pricing } from "#app/i18n/fr/pricing.ts";
import { settings } from "#app/i18n/fr/settings.ts";
import { signIn } from "#app/i18n/fr/sign-in.ts";
import type { PageTexts } from "#app/i18n/types.ts";

export const pages: PageTexts = { history, home, pricing, settings, signIn };

import { history } from "#app/i18n/es/history.ts";
import { home } from "#app/i18n/es/home.ts";
import { pricing } from "#app/i18n/es/pricing.ts";
import { settings } from "#app/i18n/es/settings.ts";
import { signIn } from "#app/i18n/es/sign-in.ts";
import type { PageTexts } from "#app/i18n/types.ts";

export const pages: PageTexts = { history, home, pricing, settings, signIn };

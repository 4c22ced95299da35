import { history } from "#app/i18n/ca/history.ts";
import { home } from "#app/i18n/ca/home.ts";
import { pricing } from "#app/i18n/ca/pricing.ts";
import { settings } from "#app/i18n/ca/settings.ts";
import { signIn } from "#app/i18n/ca/sign-in.ts";
import type { PageTexts } from "#app/i18n/types.ts";

export const pages: PageTexts = { history, home, pricing, settings, signIn };

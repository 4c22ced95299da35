import type { Texts } from "#app/i18n/types.ts";
import { common } from "#app/i18n/fr/common.ts";
import { history } from "#app/i18n/fr/history.ts";
import { home } from "#app/i18n/fr/home.ts";
import { legal } from "#app/i18n/fr/legal.ts";
import { meeting } from "#app/i18n/fr/meeting.ts";
import { paper } from "#app/i18n/fr/paper.ts";
import { pricing } from "#app/i18n/fr/pricing.ts";
import { settings } from "#app/i18n/fr/settings.ts";
import { signIn } from "#app/i18n/fr/sign-in.ts";
import { upload } from "#app/i18n/fr/upload.ts";

export const fr: Texts = { common, history, home, legal, meeting, paper, pricing, settings, signIn, upload };

import type { FirstTexts } from "#app/i18n/types.ts";
import { chatDoor } from "#app/i18n/fr/chat-door.ts";
import { common } from "#app/i18n/fr/common.ts";
import { edit } from "#app/i18n/fr/edit.ts";
import { history } from "#app/i18n/fr/history.ts";
import { home } from "#app/i18n/fr/home.ts";
import { meeting } from "#app/i18n/fr/meeting.ts";
import { paper } from "#app/i18n/fr/paper.ts";
import { pricing } from "#app/i18n/fr/pricing.ts";
import { reading } from "#app/i18n/fr/reading.ts";
import { settings } from "#app/i18n/fr/settings.ts";
import { share } from "#app/i18n/fr/share.ts";
import { signIn } from "#app/i18n/fr/sign-in.ts";

export const fr: FirstTexts = {
  chatDoor,
  common,
  edit,
  history,
  home,
  meeting,
  paper,
  pricing,
  reading,
  settings,
  share,
  signIn,
};

import type { FirstTexts } from "#app/i18n/types.ts";
import { chatDoor } from "#app/i18n/es/chat-door.ts";
import { common } from "#app/i18n/es/common.ts";
import { edit } from "#app/i18n/es/edit.ts";
import { history } from "#app/i18n/es/history.ts";
import { home } from "#app/i18n/es/home.ts";
import { meeting } from "#app/i18n/es/meeting.ts";
import { paper } from "#app/i18n/es/paper.ts";
import { pricing } from "#app/i18n/es/pricing.ts";
import { reading } from "#app/i18n/es/reading.ts";
import { settings } from "#app/i18n/es/settings.ts";
import { share } from "#app/i18n/es/share.ts";
import { signIn } from "#app/i18n/es/sign-in.ts";

export const es: FirstTexts = {
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

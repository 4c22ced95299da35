import { chatDoor } from "#app/i18n/en/chat-door.ts";
import { common } from "#app/i18n/en/common.ts";
import { edit } from "#app/i18n/en/edit.ts";
import { history } from "#app/i18n/en/history.ts";
import { home } from "#app/i18n/en/home.ts";
import { meeting } from "#app/i18n/en/meeting.ts";
import { paper } from "#app/i18n/en/paper.ts";
import { pricing } from "#app/i18n/en/pricing.ts";
import { reading } from "#app/i18n/en/reading.ts";
import { settings } from "#app/i18n/en/settings.ts";
import { share } from "#app/i18n/en/share.ts";
import { signIn } from "#app/i18n/en/sign-in.ts";

export const en = {
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
} as const;

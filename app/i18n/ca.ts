import type { FirstTexts } from "#app/i18n/types.ts";
import { chatDoor } from "#app/i18n/ca/chat-door.ts";
import { common } from "#app/i18n/ca/common.ts";
import { edit } from "#app/i18n/ca/edit.ts";
import { history } from "#app/i18n/ca/history.ts";
import { home } from "#app/i18n/ca/home.ts";
import { meeting } from "#app/i18n/ca/meeting.ts";
import { paper } from "#app/i18n/ca/paper.ts";
import { pricing } from "#app/i18n/ca/pricing.ts";
import { reading } from "#app/i18n/ca/reading.ts";
import { settings } from "#app/i18n/ca/settings.ts";
import { share } from "#app/i18n/ca/share.ts";
import { signIn } from "#app/i18n/ca/sign-in.ts";

export const ca: FirstTexts = {
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

import { call } from "#app/i18n/en/call.ts";
import { chat } from "#app/i18n/en/chat.ts";
import { progress } from "#app/i18n/en/progress.ts";
import { deleting } from "#app/i18n/en/deleting.ts";
import { edit } from "#app/i18n/en/edit.ts";
import { ended } from "#app/i18n/en/ended.ts";
import { invite } from "#app/i18n/en/invite.ts";
import { keys } from "#app/i18n/en/keys.ts";
import { legal } from "#app/i18n/en/legal.ts";
import { shared } from "#app/i18n/en/shared.ts";
import { sharing } from "#app/i18n/en/sharing.ts";
import { spoken } from "#app/i18n/en/spoken.ts";
import { upload } from "#app/i18n/en/upload.ts";
import { video } from "#app/i18n/en/video.ts";

/** Texts of what is opened or comes later: no page loads them at first (load-texts.ts). */
export const later = {
  call,
  chat,
  progress,
  deleting,
  edit,
  ended,
  invite,
  keys,
  legal,
  shared,
  sharing,
  spoken,
  upload,
  video,
} as const;

import { call } from "#app/i18n/fr/call.ts";
import { chat } from "#app/i18n/fr/chat.ts";
import { progress } from "#app/i18n/fr/progress.ts";
import { deleting } from "#app/i18n/fr/deleting.ts";
import { edit } from "#app/i18n/fr/edit.ts";
import { ended } from "#app/i18n/fr/ended.ts";
import { invite } from "#app/i18n/fr/invite.ts";
import { keys } from "#app/i18n/fr/keys.ts";
import { legal } from "#app/i18n/fr/legal.ts";
import { shared } from "#app/i18n/fr/shared.ts";
import { sharing } from "#app/i18n/fr/sharing.ts";
import { spoken } from "#app/i18n/fr/spoken.ts";
import { upload } from "#app/i18n/fr/upload.ts";
import { video } from "#app/i18n/fr/video.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = {
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
};

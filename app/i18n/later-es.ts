import { call } from "#app/i18n/es/call.ts";
import { chat } from "#app/i18n/es/chat.ts";
import { progress } from "#app/i18n/es/progress.ts";
import { deleting } from "#app/i18n/es/deleting.ts";
import { edit } from "#app/i18n/es/edit.ts";
import { ended } from "#app/i18n/es/ended.ts";
import { invite } from "#app/i18n/es/invite.ts";
import { keys } from "#app/i18n/es/keys.ts";
import { legal } from "#app/i18n/es/legal.ts";
import { shared } from "#app/i18n/es/shared.ts";
import { sharing } from "#app/i18n/es/sharing.ts";
import { spoken } from "#app/i18n/es/spoken.ts";
import { upload } from "#app/i18n/es/upload.ts";
import { video } from "#app/i18n/es/video.ts";
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

import { call } from "#app/i18n/ca/call.ts";
import { chat } from "#app/i18n/ca/chat.ts";
import { progress } from "#app/i18n/ca/progress.ts";
import { deleting } from "#app/i18n/ca/deleting.ts";
import { edit } from "#app/i18n/ca/edit.ts";
import { ended } from "#app/i18n/ca/ended.ts";
import { invite } from "#app/i18n/ca/invite.ts";
import { keys } from "#app/i18n/ca/keys.ts";
import { legal } from "#app/i18n/ca/legal.ts";
import { shared } from "#app/i18n/ca/shared.ts";
import { sharing } from "#app/i18n/ca/sharing.ts";
import { spoken } from "#app/i18n/ca/spoken.ts";
import { upload } from "#app/i18n/ca/upload.ts";
import { video } from "#app/i18n/ca/video.ts";
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

import type { FirstTexts } from "#app/i18n/types.ts";
import { chatDoor } from "#app/i18n/ca/chat-door.ts";
import { common } from "#app/i18n/ca/common.ts";
import { editDoor } from "#app/i18n/ca/edit-door.ts";
import { meeting } from "#app/i18n/ca/meeting.ts";
import { exporting } from "#app/i18n/ca/exporting.ts";
import { reading } from "#app/i18n/ca/reading.ts";
import { share } from "#app/i18n/ca/share.ts";

export const ca: FirstTexts = {
  chatDoor,
  common,
  editDoor,
  meeting,
  exporting,
  reading,
  share,
};

import type { FirstTexts } from "#app/i18n/types.ts";
import { chatDoor } from "#app/i18n/es/chat-door.ts";
import { common } from "#app/i18n/es/common.ts";
import { editDoor } from "#app/i18n/es/edit-door.ts";
import { meeting } from "#app/i18n/es/meeting.ts";
import { exporting } from "#app/i18n/es/exporting.ts";
import { reading } from "#app/i18n/es/reading.ts";
import { share } from "#app/i18n/es/share.ts";

export const es: FirstTexts = {
  chatDoor,
  common,
  editDoor,
  meeting,
  exporting,
  reading,
  share,
};

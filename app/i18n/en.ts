import { chatDoor } from "#app/i18n/en/chat-door.ts";
import { common } from "#app/i18n/en/common.ts";
import { editDoor } from "#app/i18n/en/edit-door.ts";
import { meeting } from "#app/i18n/en/meeting.ts";
import { exporting } from "#app/i18n/en/exporting.ts";
import { reading } from "#app/i18n/en/reading.ts";
import { share } from "#app/i18n/en/share.ts";

export const en = {
  chatDoor,
  common,
  editDoor,
  meeting,
  exporting,
  reading,
  share,
} as const;

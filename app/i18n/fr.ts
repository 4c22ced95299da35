import type { FirstTexts } from "#app/i18n/types.ts";
import { chatDoor } from "#app/i18n/fr/chat-door.ts";
import { common } from "#app/i18n/fr/common.ts";
import { editDoor } from "#app/i18n/fr/edit-door.ts";
import { meeting } from "#app/i18n/fr/meeting.ts";
import { exporting } from "#app/i18n/fr/exporting.ts";
import { reading } from "#app/i18n/fr/reading.ts";
import { share } from "#app/i18n/fr/share.ts";

export const fr: FirstTexts = {
  chatDoor,
  common,
  editDoor,
  meeting,
  exporting,
  reading,
  share,
};

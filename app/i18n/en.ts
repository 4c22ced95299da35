import { chatDoor } from "#app/i18n/en/chat-door.ts";
import { common } from "#app/i18n/en/common.ts";
import { editDoor } from "#app/i18n/en/edit-door.ts";
import { meeting } from "#app/i18n/en/meeting.ts";
import { paper } from "#app/i18n/en/paper.ts";
import { reading } from "#app/i18n/en/reading.ts";
import { share } from "#app/i18n/en/share.ts";

export const en = {
  chatDoor,
  common,
  editDoor,
  meeting,
  paper,
  reading,
  share,
} as const;

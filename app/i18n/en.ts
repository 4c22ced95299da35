import { chatPanel } from "#app/i18n/en/chat-panel.ts";
import { common } from "#app/i18n/en/common.ts";
import { editActions } from "#app/i18n/en/edit-actions.ts";
import { meeting } from "#app/i18n/en/meeting.ts";
import { exporting } from "#app/i18n/en/exporting.ts";
import { reading } from "#app/i18n/en/reading.ts";
import { share } from "#app/i18n/en/share.ts";

export const en = {
  chatPanel,
  common,
  editActions,
  meeting,
  exporting,
  reading,
  share,
} as const;

import type { FirstTexts } from "#app/i18n/types.ts";
import { chatPanel } from "#app/i18n/es/chat-panel.ts";
import { common } from "#app/i18n/es/common.ts";
import { editActions } from "#app/i18n/es/edit-actions.ts";
import { meeting } from "#app/i18n/es/meeting.ts";
import { exporting } from "#app/i18n/es/exporting.ts";
import { reading } from "#app/i18n/es/reading.ts";
import { share } from "#app/i18n/es/share.ts";

export const es: FirstTexts = {
  chatPanel,
  common,
  editActions,
  meeting,
  exporting,
  reading,
  share,
};

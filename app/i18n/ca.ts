import type { FirstTexts } from "#app/i18n/types.ts";
import { chatPanel } from "#app/i18n/ca/chat-panel.ts";
import { common } from "#app/i18n/ca/common.ts";
import { editActions } from "#app/i18n/ca/edit-actions.ts";
import { meeting } from "#app/i18n/ca/meeting.ts";
import { exporting } from "#app/i18n/ca/exporting.ts";
import { reading } from "#app/i18n/ca/reading.ts";
import { share } from "#app/i18n/ca/share.ts";

export const ca: FirstTexts = {
  chatPanel,
  common,
  editActions,
  meeting,
  exporting,
  reading,
  share,
};

import type { FirstTexts } from "#app/i18n/types.ts";
import { chatPanel } from "#app/i18n/fr/chat-panel.ts";
import { common } from "#app/i18n/fr/common.ts";
import { editActions } from "#app/i18n/fr/edit-actions.ts";
import { meeting } from "#app/i18n/fr/meeting.ts";
import { exporting } from "#app/i18n/fr/exporting.ts";
import { reading } from "#app/i18n/fr/reading.ts";
import { share } from "#app/i18n/fr/share.ts";

export const fr: FirstTexts = {
  chatPanel,
  common,
  editActions,
  meeting,
  exporting,
  reading,
  share,
};

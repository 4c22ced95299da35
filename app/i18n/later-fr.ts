import { call } from "#app/i18n/fr/call.ts";
import { invite } from "#app/i18n/fr/invite.ts";
import { upload } from "#app/i18n/fr/upload.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = { call, invite, upload };

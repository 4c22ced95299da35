import { call } from "#app/i18n/ca/call.ts";
import { invite } from "#app/i18n/ca/invite.ts";
import { upload } from "#app/i18n/ca/upload.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = { call, invite, upload };

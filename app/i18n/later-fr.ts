import { call } from "#app/i18n/fr/call.ts";
import { invite } from "#app/i18n/fr/invite.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = { call, invite };

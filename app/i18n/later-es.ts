import { call } from "#app/i18n/es/call.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = { call };

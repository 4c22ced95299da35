import { call } from "#app/i18n/fr/call.ts";
import { chat } from "#app/i18n/fr/chat.ts";
import { invite } from "#app/i18n/fr/invite.ts";
import { legal } from "#app/i18n/fr/legal.ts";
import { shared } from "#app/i18n/fr/shared.ts";
import { spoken } from "#app/i18n/fr/spoken.ts";
import { upload } from "#app/i18n/fr/upload.ts";
import { video } from "#app/i18n/fr/video.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = { call, chat, invite, legal, shared, spoken, upload, video };

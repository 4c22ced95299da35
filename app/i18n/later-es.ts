import { call } from "#app/i18n/es/call.ts";
import { chat } from "#app/i18n/es/chat.ts";
import { invite } from "#app/i18n/es/invite.ts";
import { legal } from "#app/i18n/es/legal.ts";
import { shared } from "#app/i18n/es/shared.ts";
import { spoken } from "#app/i18n/es/spoken.ts";
import { upload } from "#app/i18n/es/upload.ts";
import { video } from "#app/i18n/es/video.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = { call, chat, invite, legal, shared, spoken, upload, video };

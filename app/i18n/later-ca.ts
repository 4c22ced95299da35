import { call } from "#app/i18n/ca/call.ts";
import { chat } from "#app/i18n/ca/chat.ts";
import { invite } from "#app/i18n/ca/invite.ts";
import { legal } from "#app/i18n/ca/legal.ts";
import { shared } from "#app/i18n/ca/shared.ts";
import { spoken } from "#app/i18n/ca/spoken.ts";
import { upload } from "#app/i18n/ca/upload.ts";
import { video } from "#app/i18n/ca/video.ts";
import type { LaterTexts } from "#app/i18n/types.ts";

export const later: LaterTexts = { call, chat, invite, legal, shared, spoken, upload, video };

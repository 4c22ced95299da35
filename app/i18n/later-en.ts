import { call } from "#app/i18n/en/call.ts";
import { chat } from "#app/i18n/en/chat.ts";
import { invite } from "#app/i18n/en/invite.ts";
import { legal } from "#app/i18n/en/legal.ts";
import { shared } from "#app/i18n/en/shared.ts";
import { spoken } from "#app/i18n/en/spoken.ts";
import { upload } from "#app/i18n/en/upload.ts";
import { video } from "#app/i18n/en/video.ts";

/** Texts of what is opened or comes later: no page loads them at first (later-texts.ts). */
export const later = { call, chat, invite, legal, shared, spoken, upload, video } as const;

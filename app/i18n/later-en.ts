import { call } from "#app/i18n/en/call.ts";
import { invite } from "#app/i18n/en/invite.ts";

/** Texts of what is opened or comes later: no page loads them at first (later-texts.ts). */
export const later = { call, invite } as const;

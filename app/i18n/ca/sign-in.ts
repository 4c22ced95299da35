import type { Texts } from "#app/i18n/types.ts";

export const signIn: Texts["signIn"] = { title: "" };

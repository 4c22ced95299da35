import type { Texts } from "#app/i18n/types.ts";

export const meeting: Texts["meeting"] = { title: "" };

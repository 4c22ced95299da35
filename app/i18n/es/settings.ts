import type { Texts } from "#app/i18n/types.ts";

export const settings: Texts["settings"] = { title: "" };

import type { Texts } from "#app/i18n/types.ts";

export const legal: Texts["legal"] = { title: "" };

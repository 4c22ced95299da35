import type { Texts } from "#app/i18n/types.ts";

export const history: Texts["history"] = { title: "" };

import type { Texts } from "#app/i18n/types.ts";

export const home: Texts["home"] = { title: "" };

import type { Texts } from "#app/i18n/types.ts";

export const upload: Texts["upload"] = { title: "" };

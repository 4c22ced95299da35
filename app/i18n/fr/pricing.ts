import type { Texts } from "#app/i18n/types.ts";

export const pricing: Texts["pricing"] = { title: "" };

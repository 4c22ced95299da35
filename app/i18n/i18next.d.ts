import "i18next";
import type { en } from "#app/i18n/en.ts";
import type { later } from "#app/i18n/later-en.ts";
import type { pages } from "#app/i18n/pages-en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof en & typeof pages & typeof later;
    returnNull: false;
  }
}

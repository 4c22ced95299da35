import type { i18n } from "i18next";
import { useTranslation as useUntyped } from "react-i18next";
import type { Features, Translate } from "#app/i18n/translate.ts";

/** react-i18next's hook, with keys and values that are checked. */
export const useTranslation = useUntyped as unknown as <const Names extends Features = "common">(
  names?: Names,
) => { t: Translate<Names>; i18n: i18n };

import { localeOf, openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";

/** The title of these pages. Texts of titles that the shell knows weigh on every page. */
export async function pageTitle(request: Request): Promise<string> {
  const locale = await localeOf(request);
  const t = translator(await openI18n(locale), locale, ["ask", "common"]);
  return `${t("ask:title")} · ${t("common:product")}`;
}

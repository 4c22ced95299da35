import { keep } from "#app/ui/theme.tsx";

/** §2: wide is 64 units, narrow 16. Remembered; between 768 and 1023 px it folds by itself, whatever was chosen. */
export const MENU_COOKIE = "menu";
export type MenuWidth = "wide" | "narrow";

export function parseMenuWidth(text: string | null): MenuWidth {
  return text === "narrow" ? "narrow" : "wide";
}

export function keepMenu(width: MenuWidth): void {
  keep(MENU_COOKIE, width);
}

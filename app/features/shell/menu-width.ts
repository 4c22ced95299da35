import { keep } from "#app/ui/theme.tsx";

/**
 * §2: wide is 64 units, narrow 16. A choice is remembered; between 768 and 1023 px the menu folds by itself, whatever was chosen.
 * Without a choice it is narrow on a meeting's page, so that the actions beside the transcript have room for their labels.
 */
export const MENU_COOKIE = "menu";
export type MenuWidth = "wide" | "narrow";

/** Null where nothing was chosen. */
export function parseMenuWidth(text: string | null): MenuWidth | null {
  return text === "narrow" || text === "wide" ? text : null;
}

export function keepMenu(width: MenuWidth): void {
  keep(MENU_COOKIE, width);
}

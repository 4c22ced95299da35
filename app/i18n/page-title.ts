export const TITLE_NAMESPACES = ["common", "legal", "privacy", "seats", "settings"] as const;

/** The translation key of a page's title. */
export type TitleKey =
  | "common:menu.home"
  | "common:menu.history"
  | "common:menu.templates"
  | "common:menu.search"
  | "common:menu.tasks"
  | "common:menu.settings"
  | "common:plans"
  | "seats:title"
  | "legal:terms.title"
  | "legal:privacy.title"
  | "settings:integrations.heading"
  | "privacy:title"
  | "privacy:recorded.title"
  | "common:error.notFoundTitle"
  | "common:error.refusedTitle";

export type TitleHandle = { title: TitleKey };

/** The title key of the innermost route; null when the route writes its own title. */
export function titleKeyOf(matches: readonly { handle?: unknown }[]): TitleKey | null {
  const handle = matches.at(-1)?.handle;
  return typeof handle === "object" && handle !== null && "title" in handle ? (handle.title as TitleKey) : null;
}

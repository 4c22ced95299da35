import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The system's theme until a person chooses. The choice is a cookie, so that the server's first byte has it: no flash. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_COOKIE = "theme";

const YEAR_S = 365 * 24 * 60 * 60;

export function parseTheme(text: string | null | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}

/** In the browser: shows the theme at once and keeps it. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keep(THEME_COOKIE, theme);
}

/** A year's cookie that the page itself may write: it holds a preference, not a secret. */
export function keep(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

/** "Same as the system" is chosen in the settings. */
export function ThemeToggle() {
  const { t } = useTranslation("common");
  const label = t("menu.switchTheme");
  return (
    <Button kind="quiet" icon className="muted" aria-label={label} title={label} onClick={toggleTheme}>
      <Icon name="theme" />
    </Button>
  );
}

/** Day to night and back. */
export function toggleTheme(): void {
  const chosen = document.documentElement.dataset.theme;
  const night = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  applyTheme(night ? "light" : "dark");
}

import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { applyTheme } from "#app/ui/theme.ts";

/** Day to night and back. "Same as the system" is chosen in the settings. */
export function ThemeToggle() {
  const { t } = useTranslation("common");
  const label = t("menu.switchTheme");
  return (
    <Button kind="quiet" icon className="muted" aria-label={label} title={label} onClick={toggle}>
      <Icon name="theme" />
    </Button>
  );
}

function toggle(): void {
  const chosen = document.documentElement.dataset.theme;
  const night = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  applyTheme(night ? "light" : "dark");
}

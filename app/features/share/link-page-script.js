// oxlint-disable unicorn/prefer-add-event-listener -- one listener each, and every letter of it is sent
// The lines that pages behind a link have in common: theme, and copying the link. Before those of the page itself.
(() => {
  /** @param {string} query @returns {HTMLElement | null} */
  const one = (query) => document.querySelector(query);
  const root = document.documentElement;

  const theme = one('[data-script="theme"]');
  if (theme) {
    theme.hidden = false;
    theme.onclick = () => {
      const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
      root.dataset.theme = now === "dark" ? "light" : "dark";
      const secure = location.protocol === "https:" ? "; Secure" : "";
      document.cookie = `theme=${root.dataset.theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    };
  }

  const copy = one('[data-script="copy"]');
  const said = copy?.querySelector("span");
  if (copy && said) {
    copy.hidden = false;
    copy.onclick = async () => {
      try {
        await navigator.clipboard.writeText(location.origin + location.pathname);
        said.textContent = copy.dataset.done ?? "";
      } catch {
        said.textContent = copy.dataset.failed ?? "";
      }
    };
  }
})();

import { useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { reportLeaving } from "#app/analytics/report-action.ts";
import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { forgetSearches } from "#app/features/search/recent-searches.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { toggleTheme } from "#app/ui/theme.tsx";

/** An action of the app, as the search box offers it: a page to open, or something to do at once. */
export type BoxAction = { name: string; icon: IconName | "microphone"; text: string } & (
  | { href: string; event?: AnalyticsEvent }
  | { run: () => void }
);

/** The addresses of the dialogs over the page where the box stands. */
export type DialogHrefs = { invite: string; upload: string; record: string };

/** All actions of the app. They are the same on every page. */
export function useBoxActions({ invite, upload, record }: DialogHrefs): BoxAction[] {
  const { t } = useTranslation(["search", "common", "recordHere"]);
  const current = useLocale();
  return useMemo<BoxAction[]>(
    () => [
      {
        name: "invite",
        icon: "video",
        text: t("common:menu.inviteToMeeting"),
        href: invite,
        event: "invite to meeting",
      },
      {
        name: "upload",
        icon: "upload",
        text: t("common:menu.uploadRecording"),
        href: upload,
        event: "upload recording",
      },
      { name: "record", icon: "microphone", text: t("recordHere:action"), href: record },
      { name: "home", icon: "home", text: t("common:menu.home"), href: "/" },
      { name: "history", icon: "list", text: t("common:menu.history"), href: "/history", event: "history" },
      { name: "tasks", icon: "check", text: t("common:menu.tasks"), href: "/tasks", event: "tasks lookup" },
      { name: "questions", icon: "chat", text: t("action.questions"), href: "/ask" },
      { name: "templates", icon: "template", text: t("common:menu.templates"), href: "/templates" },
      { name: "new-template", icon: "plus", text: t("action.newTemplate"), href: "/templates/new" },
      { name: "settings", icon: "person", text: t("common:menu.settings"), href: "/settings" },
      { name: "integrations", icon: "link", text: t("action.integrations"), href: "/settings/integrations" },
      { name: "sent", icon: "external", text: t("action.sent"), href: "/settings/sent" },
      { name: "privacy", icon: "person", text: t("action.privacy"), href: "/settings/privacy" },
      { name: "plans", icon: "larger", text: t("common:plans"), href: "/pricing" },
      { name: "theme", icon: "theme", text: t("common:menu.switchTheme"), run: toggleTheme },
      ...LOCALES.filter((locale) => locale !== current).map((locale): BoxAction => {
        // A language is named in itself, so that whoever reads it finds it.
        const language = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
        return {
          name: `language-${locale}`,
          icon: "chat",
          text: t("action.language", { language }),
          run: () => sendForm(PREFERENCES_PATH, { locale, returnTo: `${location.pathname}${location.search}` }),
        };
      }),
      { name: "sign-out", icon: "sign-out", text: t("action.signOut"), run: signOut },
    ],
    [t, current, invite, upload, record],
  );
}

const PREFERENCES_PATH = "/api/acta/user/preferences";
const SIGN_OUT_PATH = "/api/auth/signout";

function signOut(): void {
  reportLeaving("close session");
  forgetSearches();
  sendForm(SIGN_OUT_PATH, {});
}

/** Sends a plain form, as the settings do and with the same questions: the whole page comes back in the other language, or signed out. */
function sendForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.appendChild(input);
  }
  document.body.appendChild(form);
  form.requestSubmit();
}

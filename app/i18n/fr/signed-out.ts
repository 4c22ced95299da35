import type { Texts } from "#app/i18n/types.ts";

export const signedOut: Texts["signedOut"] = {
  title: "Vous êtes déconnecté",
  text: "Votre session est terminée et ce que vous avez demandé n’a pas été fait. Connectez-vous pour revenir à cette page.",
  keep: "Si vous le faites dans un nouvel onglet, tout ce que vous avez écrit ici est conservé.",
  here: "Se connecter",
  newTab: "Se reconnecter dans un nouvel onglet",
};

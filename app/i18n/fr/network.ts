import type { Texts } from "#app/i18n/types.ts";

export const network: Texts["network"] = {
  cutOff: "Hors ligne. Cette page reste ouverte ; ce qui a besoin du serveur attend.",
  needed: "Il faut une connexion pour cela, et il n’y en a pas en ce moment.",
};

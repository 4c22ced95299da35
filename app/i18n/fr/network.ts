import type { Texts } from "#app/i18n/types.ts";

export const network: Texts["network"] = {
  cutOff: "Hors ligne. Ce qui est ouvert ici reste.",
  needed: "Il faut une connexion pour cela, et il n’y en a pas en ce moment.",
};

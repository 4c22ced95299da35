import type { Texts } from "#app/i18n/types.ts";

export const signedOut: Texts["signedOut"] = {
  title: "La sessió està tancada",
  text: "La sessió s’ha acabat i el que has demanat no s’ha fet. Inicia la sessió per tornar a aquesta pàgina.",
  keep: "En una altra pestanya, tot el que has escrit aquí es conserva.",
  here: "Inicia la sessió",
  newTab: "Torna a iniciar la sessió en una altra pestanya",
};

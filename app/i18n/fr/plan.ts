import type { Texts } from "#app/i18n/types.ts";

export const plan: Texts["plan"] = {
  used: "{{used}} sur {{limit}} utilisés",
  limit: {
    title: "limite atteinte",
    usedOnPlan: "utilisés avec l’offre gratuite",
    ofLimit: "{{used}} sur {{limit}}",
    text: "C’est tout ce que comprend l’offre gratuite. Ce qui est écrit reste à vous, à lire et à partager.",
    pro: "Pro n’a pas de limite. Rien n’est facturé avant votre choix.",
    upgrade: "Changer d’offre",
  },
};

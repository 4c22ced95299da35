import type { Texts } from "#app/i18n/types.ts";

export const pricing: Texts["pricing"] = {
  lead: "Seule l’offre gratuite est disponible aujourd’hui. Les autres ne sont pas encore en vente et n’ont pas encore de prix.",
  yours: "Votre offre",
  notOnSale: "Pas encore en vente",
  free: {
    name: "Gratuite",
    uploads: "{{limit}} imports",
    recordings: "{{limit}} enregistrements de réunions en ligne",
    moments: "Des comptes rendus dont chaque ligne renvoie à son moment",
  },
  pro: {
    name: "Pro",
    unlimited: "Imports et enregistrements sans limite",
    months: "Enregistrements des 6 derniers mois",
  },
  business: { name: "Business", unlimited: "Imports et enregistrements sans limite" },
  team: {
    name: "Team",
    unlimited: "Imports et enregistrements sans limite",
    seats: "À partir de 3 membres, chacun avec sa place",
  },
  questions: {
    heading: "Ce que vous voulez peut-être savoir",
    limitQuestion: "Que se passe-t-il quand l’offre gratuite est épuisée ?",
    limitAnswer:
      "Rien n’est supprimé. Ce qui est écrit reste lisible ; pour de nouveaux imports, il faut une autre offre.",
    saleQuestion: "Quand pourra-t-on acheter une offre ?",
    saleAnswer: "Ce n’est pas encore décidé. Les prix seront sur cette page avant toute vente.",
  },
};

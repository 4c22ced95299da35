import type { Texts } from "#app/i18n/types.ts";

export const pricing: Texts["pricing"] = {
  lead: "Avui només es pot fer servir el pla gratuït. Els altres encara no són a la venda i no tenen preu.",
  yours: "El teu pla",
  notOnSale: "Encara no és a la venda",
  free: {
    name: "Gratuït",
    uploads: "{{limit}} pujades",
    recordings: "{{limit}} gravacions de reunions en línia",
    moments: "Actes en què cada línia assenyala el seu moment",
  },
  pro: { name: "Pro", unlimited: "Pujades i gravacions sense límit", months: "Gravacions dels últims 6 mesos" },
  business: { name: "Business", unlimited: "Pujades i gravacions sense límit" },
  team: {
    name: "Team",
    unlimited: "Pujades i gravacions sense límit",
    seats: "Per a 3 membres o més, cadascun amb la seva plaça",
  },
  questions: {
    heading: "El que potser vols saber",
    limitQuestion: "Què passa quan s’acaba el pla gratuït?",
    limitAnswer: "No s’esborra res. El que està escrit es pot continuar llegint; per a pujades noves cal un altre pla.",
    saleQuestion: "Quan es podrà comprar un pla?",
    saleAnswer: "Encara no està decidit. Els preus es mostraran en aquesta pàgina abans que es vengui res.",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const onboarding: Texts["onboarding"] = {
  welcome: "Et donem la benvinguda",
  welcomeName: "Et donem la benvinguda, {{name}}",
  lead: "Dues pàgines curtes, uns 2 minuts. Aquesta tracta de tu i de la teva empresa; la següent connecta un calendari.",
  step: "Pas {{step}} de {{of}}",
  minutes_one: "{{count}} minut aproximadament",
  minutes_other: "uns {{count}} minuts",
  later: "Més tard",
  continue: "Continua",
  calendar: {
    title: "Connecta un calendari",
    lead: "Llavors Acta entra a les reunions que organitzes i mostra què ve després. Llegeix títols, hores, enllaços i convidats, res més, i no escriu res.",
    google: "Connecta Google Calendar",
    outlook: "Connecta Outlook",
    hint: "Després tries, un per un, quins calendaris estan actius.",
    back: "Enrere",
    without: "Sense calendari",
  },
};

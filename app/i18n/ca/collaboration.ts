import type { Texts } from "#app/i18n/types.ts";

export const collaboration: Texts["collaboration"] = {
  title: { slack: "Actes a Slack", notion: "Actes a Notion" },
  place: { slack: "Canal", notion: "Base de dades" },
  hint: {
    slack: "Els canals on ets. Per a un de privat, primer convida-hi Acta.",
    notion:
      "Les bases de dades que has donat a Acta. Acta hi afegeix una propietat «Acta ID», perquè una reunió no tingui mai dues pàgines.",
  },
  choose: "Tria",
  private: "{{name}} (privat)",
  loading: "S’està llegint què hi ha…",
  none: {
    slack: "Acta no veu cap canal on siguis.",
    notion: "No has donat cap base de dades a Acta. Torna a connectar Notion i tria’n una.",
  },
  when: "Quan s’envien",
  sends: {
    hand: "Només quan les envio jo",
    all: "Després de cada reunió",
    templates: "Després de reunions amb aquestes plantilles",
  },
  basic: "Bàsica",
  updates: {
    slack: "Canvia el missatge quan es corregeix l’acta",
    notion: "Canvia la pàgina quan es corregeix l’acta",
  },
  fields: "Propietats",
  fieldsHint: "Una propietat que es diu com un camp de la teva plantilla en rep les paraules tota sola.",
  field: {
    startsAt: "Data",
    link: "Enllaç a la reunió",
    duration: "Durada en minuts",
    language: "Idioma",
    template: "Plantilla",
    speakers: "Persones que han parlat",
    keywords: "Paraules clau",
    tasks: "Tasques",
  },
  property: "Propietat",
  unmapped: "Enlloc",
  save: "Desa",
  disconnect: "Desconnecta",
  again: "Torna-ho a provar",
  chosen: {
    slack: "A {{name}}",
    notion: "A {{name}}",
  },
  notChosen: {
    slack: "Tria un canal: abans no s’envia res.",
    notion: "Tria una base de dades: abans no s’envia res.",
  },
  error: {
    noPlace: { slack: "Tria un canal.", notion: "Tria una base de dades." },
    noTemplate: "Tria almenys una plantilla.",
    load: "Acta no ha pogut llegir què hi ha. Torna-ho a provar.",
    save: "No s’ha pogut desar. Torna-ho a provar.",
    gone: "Ja no hi és, o Acta no ho veu. Tria’n un altre.",
  },
  /** Around minutes there, in the language of the minutes. */
  sent: {
    open: "Obre l’acta a Acta",
    more: "L’acta és més llarga que un missatge. La resta és a Acta.",
    note: "Acta ha escrit aquesta part i la substitueix quan es corregeix l’acta. El que escrius fora s’hi queda.",
  },
};

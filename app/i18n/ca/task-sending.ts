import type { Texts } from "#app/i18n/types.ts";

export const taskSending: Texts["connections"]["taskSending"] = {
  title: "Envia tasques a {{kind}}",
  lead: "Van a {{name}}. Res més de la reunió surt d’Acta.",
  place: "On",
  choose: "Tria",
  tasks: "Tasques",
  none: "Aquesta reunió no té tasques.",
  noPlaces: "{{kind}} no mostra cap lloc on puguis afegir tasques.",
  who: "Qui és qui a {{kind}}",
  whoHint: "Acta ho recorda. Ningú no rep una tasca si no l’has triat tu.",
  nobody: "Ningú",
  unconfirmed: "Sense confirmar",
  due: "per al {{date}}",
  owner: "de {{name}}",
  state: {
    waiting: "De camí a {{kind}}",
    open: "A {{kind}}",
    done: "Feta a {{kind}}",
    gone: "Esborrada o cancel·lada a {{kind}}",
  },
  openOne: "«{{task}}»: {{state}}",
  send_one: "Envia {{count}} tasca",
  send_other: "Envia {{count}} tasques",
  cancel: "Cancel·la",
  again: "Torna-ho a provar",
  onTheWay: "Les tasques són de camí.",
  settings: {
    lead: "Les tasques hi van quan les envies, des d’una reunió o des de les teves tasques. El que s’hi fa queda fet aquí.",
    place: "Últim enviament a {{name}}",
    people: "Qui és qui",
    peopleNone: "Ningú encara. Acta ho pregunta quan envies una tasca.",
    nobody: "ningú",
    close: "Tanca",
  },
  missing: {
    place: "Tria on van les tasques.",
    tasks: "Tria almenys una tasca.",
  },
  error: {
    load: "No s’han pogut llegir els llocs d’allà. Torna-ho a provar.",
    send: "No s’han pogut enviar les tasques. Torna-ho a provar.",
  },
  /** Dins d’una tasca d’allà, en la llengua de l’acta. */
  there: {
    from: "De «{{title}}», {{date}}",
    owner: "Per a: {{name}}",
    deadline: "Com es va dir: {{deadline}}",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const home: Texts["home"] = {
  ask: {
    label: "Pregunta a les teves reunions",
    placeholder: "Pregunta: Què vam prometre a Girona?",
    send: "Pregunta",
  },
  greeting: {
    morning: "Bon dia, {{name}}",
    afternoon: "Bona tarda, {{name}}",
    evening: "Bon vespre, {{name}}",
    morningAlone: "Bon dia",
    afternoonAlone: "Bona tarda",
    eveningAlone: "Bon vespre",
  },
  usage: {
    count: "{{used}} de {{limit}}",
    after: "pujades usades al pla gratuït",
    label: "{{used}} de {{limit}} pujades usades",
    recordingsAfter: "gravacions usades al pla gratuït",
    recordingsLabel: "{{used}} de {{limit}} gravacions usades",
  },
  limit: {
    title: "S’ha arribat al límit de reunions",
    uploads:
      "El pla gratuït inclou {{limit}} pujades i ja les has usades totes. Les teves reunions es queden com estan.",
    recordings:
      "El pla gratuït inclou {{limit}} gravacions i ja les has usades totes. Les teves reunions es queden com estan.",
    both: "El pla gratuït inclou {{limit}} pujades i {{limit}} gravacions, i ja les has usades totes. Les teves reunions es queden com estan.",
    upgrade: "Millora el pla",
  },
  parked: {
    text: "No enviat a {{names}}.",
    see: "Mira per què",
  },
  stale: "Potser aquestes llistes no estan al dia, perquè Acta no respon. Es tornen a llegir de seguida.",
  inProgress: "En curs",
  transcribed: "{{done}} de {{all}} {{unit}} transcrits",
  unconfirmed: "Sense confirmar",
  myTasks: "Les meves tasques obertes",
  allTasks: "Totes les tasques",
  cancelled: {
    text: "Acta no entrarà en aquesta videotrucada.",
    named: "Acta no entrarà a «{{title}}».",
    open: "Obre la reunió",
  },
  aboutYou: {
    title: "Sobre tu",
    text: "Dues pàgines curtes, uns 2 minuts: la teva empresa i el teu telèfon, i després un calendari, perquè Acta entri a les reunions que organitzes.",
    go: "Continua",
    later: "Més tard",
  },
  latest: "Últimes reunions",
  allMeetings: "Totes les reunions",
  sample: "Exemple",
  tasks_one: "{{count}} tasca",
  tasks_other: "{{count}} tasques",
  waiting: {
    TORECORD: "A l’espera de la gravació",
    RECORDED: "La gravació ha arribat",
    TRANSCRIPTED: "La transcripció és a punt; ara ve el resum",
    LLMING: "La transcripció ja es pot llegir",
  },
  empty: {
    lead: "Aquí hi haurà les teves reunions, per escrit. Cada línia del resum assenyala el moment de la gravació que la demostra.",
    uploadTitle: "Puja una gravació",
    uploadText:
      "Una gravació de fins a 2 GB: un MP4 o un altre fitxer habitual de vídeo o de so. L’acta d’una reunió d’una hora és a punt en uns minuts.",
    importTranscripts: "Importa transcripcions",
    sampleTitle: "Així és una acta",
    openSample: "Obre la reunió d’exemple",
    sampleNote: "L’hem escrita nosaltres, amb persones inventades. No compta i es pot eliminar.",
    sample1: "La jornada de portes obertes és el dissabte 14 de març, de nou a una.",
    sample2: "En Cesc demana 60 cables de fre i 20 cambres d’aire abans de divendres.",
    sample3: "Falta saber qui vigila la porta durant les reparacions.",
  },
};

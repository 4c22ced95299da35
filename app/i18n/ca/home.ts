import type { Texts } from "#app/i18n/types.ts";

export const home: Texts["home"] = {
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
  },
  limit: {
    title: "Límit de reunions assolit",
    text: "El pla gratuït inclou {{limit}} pujades i ja les has usat totes. Les teves reunions es queden com estan.",
    upgrade: "Millora el pla",
  },
  inProgress: "En curs",
  transcribed: "{{done}} de {{all}} {{unit}} transcrits",
  latest: "Últimes reunions",
  allMeetings: "Totes les reunions",
  tasks_one: "{{count}} tasca",
  tasks_other: "{{count}} tasques",
  waiting: {
    TORECORD: "A l’espera de la gravació",
    RECORDED: "La gravació ha arribat",
    TRANSCRIPTED: "La transcripció és a punt; ara ve el resum",
    LLMING: "La transcripció ja es pot llegir",
  },
  empty: {
    lead: "Aquí hi haurà les teves reunions, escrites. Cada línia del resum assenyala el moment de la gravació que la demostra.",
    uploadTitle: "Puja una gravació",
    uploadText: "Un vídeo MP4 de fins a 2 GB. L’acta d’una hora triga uns minuts.",
    sampleTitle: "Així és una acta",
    playFrom: "Escolta des de",
    sample1: "El local nou s’obre l’1 de febrer, amb rètol o sense.",
    sample2: "L’Iker demana tres pressupostos per al rètol abans de divendres.",
    sample3: "Falta saber qui guarda les claus.",
  },
};

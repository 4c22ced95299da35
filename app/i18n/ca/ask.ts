import type { Texts } from "#app/i18n/types.ts";

export const ask: Texts["ask"] = {
  title: "Pregunta a Acta",
  threads: "Preguntes anteriors",
  all: "Totes les preguntes",
  empty: {
    title: "Encara no hi ha preguntes",
    text: "Pregunta qualsevol cosa que s’hagi dit. Cada línia d’una resposta obre la reunió al seu moment. Aquestes paraules acoten la pregunta:",
  },
  questions_one: "{{count}} pregunta",
  questions_other: "{{count}} preguntes",
  shared: "Compartida",
  log: "Preguntes i respostes",
  next: { label: "Continua preguntant", placeholder: "Continua preguntant en aquest fil" },
  looking: "S’està buscant a les teves reunions…",
  reading_one: "S’està llegint {{count}} reunió i comprovant cada línia…",
  reading_other: "S’estan llegint {{count}} reunions i comprovant cada línia…",
  notice: {
    "needs-model":
      "Per respondre amb paraules cal un model de llenguatge. Aquests moments són els que més s’acosten a la pregunta.",
    "no-line":
      "El model de llenguatge no ha trobat cap resposta. Aquests moments són els que més s’acosten a la pregunta.",
    nothing: "Res de les teves reunions té a veure amb aquesta pregunta.",
  },
  trouble: {
    "model-down": "El model de llenguatge no respon. Aquests moments són els que més s’acosten a la pregunta.",
    "broke-off": "El model de llenguatge s’ha aturat abans d’hora. Aquestes línies estan sense confirmar.",
    failed: "Alguna cosa ha fallat en respondre. La pregunta es conserva.",
    lost: "S’ha perdut la connexió. La pregunta es conserva.",
    tooMany: "Massa preguntes alhora. Torna a preguntar d’aquí a {{seconds}} segons.",
    gone: "Aquest fil ja no existeix.",
  },
  lookedAt_one: "S’ha buscat en {{count}} reunió",
  lookedAt_other: "S’ha buscat en {{count}} reunions",
  leftOut_one: "S’ha omès {{count}} línia, perquè cap moment la sustenta.",
  leftOut_other: "S’han omès {{count}} línies, perquè cap moment les sustenta.",
  lost_one: "{{count}} línia no es mostra: ja no pots obrir la seva reunió.",
  lost_other: "{{count}} línies no es mostren: ja no pots obrir les seves reunions.",
  again: "Torna a preguntar",
  quote: "«{{text}}»",
  listen: "Sense confirmar · escolta",
  openAt: "Obre a",
  share: {
    start: "Comparteix",
    stop: "Deixa de compartir",
    text: "Qui pugui obrir totes les reunions d’aquestes respostes pot llegir aquest fil.",
    copy: "Copia l’enllaç",
    copied: "Copiat",
    byOther: "Algú ha compartit aquest fil amb tu. Pots obrir totes les seves reunions.",
  },
  remove: { start: "Elimina", ask: "Vols eliminar aquest fil amb totes les preguntes i respostes?", keep: "Conserva" },
  noScript: "Les respostes necessiten JavaScript.",
};

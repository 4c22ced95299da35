import type { Texts } from "#app/i18n/types.ts";

export const tasks: Texts["tasks"] = {
  whose: { label: "De qui són les tasques", mine: "Meves", everybody: "De tothom" },
  state: { label: "Obertes o fetes", open: "Obertes", done: "Fetes" },
  find: "Cerca tasques i reunions",
  findSubmit: "Cerca",
  due: {
    late: "Endarrerides",
    thisWeek: "Aquesta setmana",
    nextWeek: "La setmana vinent",
    later: "Més endavant",
    none: "Sense data",
  },
  today: "avui",
  or: "o",
  notSaid: "no es va dir",
  nobody: "ningú en concret",
  playFrom: "Escolta des de",
  justDone: "Feta ara mateix",
  justOpen: "Oberta de nou",
  undo: "Desfés",
  empty: {
    mine: "No tens tasques obertes. Aquí hi haurà les que et donin les reunions, primer la del termini més proper.",
    everybody: "No hi ha tasques obertes. Aquí hi haurà les de les teves reunions, primer la del termini més proper.",
    done: "Encara no hi ha tasques fetes. Aquí hi haurà les que es marquin.",
  },
  toEverybody: "Tasques de tothom",
  unnamed: "El teu perfil no té nom, i Acta no pot saber quines tasques són teves.",
  pages: "Pàgines",
  first: "Primeres tasques",
  more: "Més tasques",
  notFresh: "No s’han pogut tornar a llegir les tasques. Pot ser que el que veus sigui antic.",
};

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
  unconfirmed: "Sense confirmar",
  playFrom: "Escolta des de",
  justDone: "Feta ara mateix",
  justOpen: "Oberta de nou",
  undo: "Desfés",
  empty: {
    mine: "No tens tasques obertes. Aquí hi haurà les que et donin les reunions, primer les que vencen abans.",
    everybody: "No hi ha tasques obertes. Aquí hi haurà les de les teves reunions, primer les que vencen abans.",
    done: "Encara no hi ha tasques fetes. Aquí hi haurà les que es marquin.",
  },
  toEverybody: "Tasques de tothom",
  unnamed: "El teu perfil no té nom, i Acta no pot saber quines tasques són teves.",
  pages: "Pàgines",
  first: "Primeres tasques",
  more: "Més tasques",
  incomplete:
    "Falten algunes tasques de les reunions del teu equip: Acta no pot llegir ara totes les llistes. Es tornen a llegir de seguida.",
  notFresh: "No s’han pogut tornar a llegir les tasques. Pot ser que el que veus sigui antic.",
  sending: {
    button: "Envia a {{kind}}",
    buttonOne: "Envia a {{kind}}: {{task}}",
    onTheWay: "Les tasques són de camí.",
    state: {
      waiting: "de camí a {{kind}}",
      open: "a {{kind}}",
      done: "feta a {{kind}}",
      gone: "esborrada o cancel·lada a {{kind}}",
    },
  },
};

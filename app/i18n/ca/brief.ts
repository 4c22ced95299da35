import type { Texts } from "#app/i18n/types.ts";

export const brief: Texts["brief"] = {
  title: "Resum previ",
  untitled: "Reunió",
  with: "Amb {{people}}",
  meeting: "Obre la reunió",
  cancelled: "Aquesta reunió s’ha cancel·lat.",
  first: {
    title: "Encara no hi ha res anterior",
    text: "És la primera reunió de la seva sèrie que Acta coneix, o les anteriors no tenen acta. Després de la propera acta, aquí veuràs què es va decidir i què queda obert.",
  },
  decided: "Decidit l’última vegada",
  points: "L’última vegada",
  nothing: "L’acta de l’última vegada no té línies d’aquest tipus.",
  tasks: "Tasques obertes",
  noTasks: "No queda cap tasca oberta.",
  nobody: "ningú en concret",
  more_one: "I una tasca oberta més.",
  more_other: "I {{count}} tasques obertes més.",
  questions: "Preguntes obertes",
  earlier: "Reunions anteriors",
  unconfirmed: "Sense confirmar",
  playFrom: "Escolta des de",
  mail: {
    on: "Envia-m’ho per correu una hora abans",
    off: "No enviïs més aquests correus",
    isOn: "Reps un correu una hora abans de cada reunió que es repeteix i ja té una acta anterior.",
    explained: "Per a totes les reunions dels teus calendaris que es repeteixen. Desactivat fins que ho activis.",
    unreachable:
      "No t’arriba cap correu: la teva adreça a la configuració no està confirmada, o aquest servidor no n’envia.",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const deleting: Texts["deleting"] = {
  title: "Elimina la reunió",
  question: "Vols eliminar «{{title}}»?",
  questionPlain: "Vols eliminar aquesta reunió?",
  text: "L’acta, la transcripció, la gravació i l’enllaç compartit s’eliminen per sempre. Aquesta acció no es pot desfer.",
  usage:
    "Eliminar-la no et torna cap pujada ni gravació del teu pla. Només queda lliure de nou la plaça reservada per a una que encara no ha arribat.",
  keepInstead: "Tria, en lloc d’això, quant de temps la conserva Acta",
  confirm: "Elimina",
  pending: "S’està eliminant",
  failed: "No s’ha pogut eliminar la reunió. Torna-ho a provar d’aquí a un moment.",
  deleted: "S’ha eliminat la reunió",
};

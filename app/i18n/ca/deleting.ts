import type { Texts } from "#app/i18n/types.ts";

export const deleting: Texts["deleting"] = {
  title: "Suprimeix la reunió",
  question: "Vols suprimir «{{title}}»?",
  questionPlain: "Vols suprimir aquesta reunió?",
  text: "L’acta, la transcripció, la gravació i l’enllaç compartit se suprimeixen per sempre. Aquesta acció no es pot desfer.",
  usage:
    "Suprimir-la no torna cap pujada ni gravació del teu pla. Només queda lliure de nou la plaça reservada per a una que encara no ha arribat.",
  keepInstead: "Triar més aviat quant de temps la desa Acta",
  confirm: "Suprimeix",
  pending: "S’està suprimint",
  failed: "No s’ha pogut suprimir la reunió. Torna-ho a provar d’aquí a un moment.",
  deleted: "S’ha suprimit la reunió",
};

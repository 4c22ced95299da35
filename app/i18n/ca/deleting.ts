import type { Texts } from "#app/i18n/types.ts";

export const deleting: Texts["deleting"] = {
  title: "Suprimeix la reunió",
  question: "Vols suprimir «{{title}}»?",
  questionPlain: "Vols suprimir aquesta reunió?",
  text: "L’acta, la transcripció, la gravació i l’enllaç compartit se suprimeixen per sempre. Aquesta acció no es pot desfer.",
  usage: "Continuarà comptant entre les pujades del teu pla.",
  confirm: "Suprimeix",
  pending: "S’està suprimint",
  failed: "No s’ha pogut suprimir la reunió. Torna-ho a provar d’aquí a un moment.",
  signedOut: "La sessió està tancada i la reunió no s’ha eliminat.",
  signIn: "Torna a iniciar la sessió en una altra pestanya",
  deleted: "S’ha suprimit la reunió",
};

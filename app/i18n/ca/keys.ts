import type { Texts } from "#app/i18n/types.ts";

export const keys: Texts["keys"] = {
  title: "Dreceres",
  typing: "No funcionen mentre escrius.",
  play: "Reprodueix, pausa",
  skip: "10 segons enrere, endavant",
  nudge: "5 segons enrere, endavant",
  marks: "A la línia de temps: punt clau o tasca anterior, següent",
  speed: "Més lent, més ràpid",
  segments: "A la transcripció: línia anterior, següent",
  playSegment: "Reprodueix la línia que té el focus",
  copySegment: "Copia la línia que té el focus, amb hora i enllaç",
  clip: "Crea un fragment de la línia; a la línia de temps, arrossega amb Maj",
  follow: "Segueix la gravació",
  search: "Cerca a la transcripció",
  matches: "A la cerca: coincidència següent, anterior",
  ask: "Pregunta sobre aquesta reunió",
  edit: "Edita",
  link: "Copia l’enllaç",
  pdf: "PDF",
  again: "Torna a redactar",
  help: "Aquesta llista",
};

import type { Texts } from "#app/i18n/types.ts";

export const keys: Texts["keys"] = {
  title: "Atajos",
  typing: "No funcionan mientras escribes.",
  play: "Reproducir, pausar",
  skip: "10 segundos atrás, adelante",
  nudge: "5 segundos atrás, adelante",
  marks: "En la línea de tiempo: punto clave o tarea anterior, siguiente",
  speed: "Más lento, más rápido",
  segments: "En la transcripción: línea anterior, siguiente",
  playSegment: "Reproducir la línea que tiene el foco",
  copySegment: "Copiar la línea que tiene el foco, con su tiempo y su enlace",
  clip: "Crear un fragmento de la línea; en la línea de tiempo, arrastra con Mayús",
  follow: "Seguir la grabación",
  search: "Buscar en la transcripción",
  matches: "En la búsqueda: coincidencia siguiente, anterior",
  ask: "Preguntar sobre esta reunión",
  edit: "Editar",
  link: "Copiar el enlace",
  pdf: "PDF",
  again: "Redactar de nuevo",
  help: "Esta lista",
};

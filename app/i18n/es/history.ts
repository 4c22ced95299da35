import type { Texts } from "#app/i18n/types.ts";

export const history: Texts["history"] = {
  caption: "Tus reuniones, primero las más recientes",
  column: { title: "Título", date: "Fecha", length: "Duración", language: "Idioma", status: "Estado" },
  lengthUnknown: "no se sabe",
  again: { transcribe: "Volver a transcribir", summarize: "Volver a escribir el resumen" },
  pages: "Páginas",
  newer: "Más recientes",
  older: "Anteriores",
  empty: "Todavía no hay ninguna reunión. Las que subas estarán aquí, cada una con su estado.",
  emptySource: "Todavía no hay ninguna reunión de ese origen.",
  toAll: "Todas las reuniones",
  emptyPage: "En esta página no hay ninguna reunión.",
  toFirst: "Reuniones más recientes",
  meetingLanguage: { es: "Español", en: "Inglés", fr: "Francés", ca: "Catalán" },
};

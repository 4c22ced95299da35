import type { Texts } from "#app/i18n/types.ts";

export const deleting: Texts["deleting"] = {
  title: "Eliminar reunión",
  question: "¿Eliminar «{{title}}»?",
  questionPlain: "¿Eliminar esta reunión?",
  text: "El acta, la transcripción, la grabación y el enlace compartido se eliminan para siempre. Esta acción no se puede deshacer.",
  usage:
    "Eliminarla no devuelve ninguna subida ni grabación de tu plan. Solo se libera la reserva de una que aún no ha llegado.",
  keepInstead: "Elegir, en su lugar, cuánto tiempo la guarda Acta",
  confirm: "Eliminar",
  pending: "Eliminando",
  failed: "No se ha podido eliminar la reunión. Inténtalo de nuevo en un momento.",
  deleted: "Reunión eliminada",
};

import type { Texts } from "#app/i18n/types.ts";

export const deleting: Texts["deleting"] = {
  title: "Eliminar reunión",
  question: "¿Eliminar «{{title}}»?",
  questionPlain: "¿Eliminar esta reunión?",
  text: "El acta, la transcripción, la grabación y el enlace compartido se eliminan para siempre. Esta acción no se puede deshacer.",
  usage: "Seguirá contando entre las subidas de tu plan.",
  confirm: "Eliminar",
  pending: "Eliminando",
  failed: "No se ha podido eliminar la reunión. Inténtalo de nuevo en un momento.",
  signedOut: "La sesión está cerrada y la reunión no se ha eliminado.",
  signIn: "Iniciar sesión en otra pestaña",
  deleted: "Reunión eliminada",
};

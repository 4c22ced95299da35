import type { Texts } from "#app/i18n/types.ts";

export const chatPanel: Texts["chatPanel"] = {
  title: "Preguntar sobre esta reunión",
  open: "Preguntar",
  tab: "Preguntar",
  label: "Chat sobre esta reunión",
  close: "Cerrar el chat y volver a la transcripción",
  notLoaded: "No se pudo cargar el chat.",
  noScript: "Para preguntar hace falta JavaScript.",
};

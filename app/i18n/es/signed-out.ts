import type { Texts } from "#app/i18n/types.ts";

export const signedOut: Texts["signedOut"] = {
  title: "La sesión está cerrada",
  text: "Tu sesión ha terminado y lo que has pedido no se ha hecho. Inicia sesión para volver a esta página.",
  keep: "Si lo haces en otra pestaña, se conserva todo lo que has escrito aquí.",
  here: "Iniciar sesión",
  newTab: "Iniciar sesión en otra pestaña",
};

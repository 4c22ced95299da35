import type { Texts } from "#app/i18n/types.ts";

export const chatPanel: Texts["chatPanel"] = {
  title: "Pregunta sobre aquesta reunió",
  open: "Pregunta-li",
  tab: "Pregunta-li",
  label: "Xat sobre aquesta reunió",
  close: "Tanca el xat i torna a la transcripció",
  notLoaded: "No s’ha pogut carregar el xat.",
  noScript: "Per preguntar cal JavaScript.",
};

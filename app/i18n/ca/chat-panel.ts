import type { Texts } from "#app/i18n/types.ts";

export const chatPanel: Texts["chatPanel"] = {
  title: "Preguntar sobre aquesta reunió",
  open: "Preguntar",
  tab: "Preguntar",
  label: "Xat sobre aquesta reunió",
  close: "Tancar el xat i tornar a la transcripció",
  notLoaded: "No s’ha pogut carregar el xat.",
  noScript: "Per preguntar cal JavaScript.",
};

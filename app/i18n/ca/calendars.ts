import type { Texts } from "#app/i18n/types.ts";

export const calendars: Texts["calendars"] = {
  untitled: "Reunió",
  error: {
    couldNotConnect: "No s’ha pogut connectar el calendari.",
    connect: "Error en connectar el calendari.",
    update: "Error en actualitzar l’estat del calendari.",
    activateAll: "Error en activar tots els calendaris.",
    deactivateAll: "Error en desactivar tots els calendaris.",
    unexpected: "Error inesperat.",
    later: "Torna-ho a provar més tard.",
    feedAddress: "No és una adreça https que Acta pugui llegir.",
    feedContent: "En aquesta adreça no hi ha cap calendari.",
    tooMany: "No es poden connectar més calendaris.",
    reconnect: "Torna a connectar aquest compte.",
  },
};

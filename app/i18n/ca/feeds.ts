import type { Texts } from "#app/i18n/types.ts";

export const feeds: Texts["feeds"] = {
  heading: "Subscripcions",
  lead: "El teu programa de calendari o el teu lector de notícies pot seguir Acta amb una adreça. Qui té l’adreça en pot llegir el contingut: no la comparteixis.",
  kind: { meetings: "Calendari de les teves reunions", minutes: "Actes noves" },
  about: {
    meetings:
      "Per a Google Calendar, Outlook o Calendari d’Apple (ICS): les teves reunions dels últims i els pròxims {{days}} dies, cadascuna amb el seu enllaç.",
    minutes:
      "Per a un lector de notícies (Atom): les teves reunions dels últims {{days}} dies amb l’acta a punt, cadascuna amb el seu enllaç.",
  },
  titles: "Mostra els títols de les reunions",
  titlesOf: {
    meetings: "Mostra els títols de les reunions al calendari",
    minutes: "Mostra els títols de les reunions a les actes noves",
  },
  make: "Crea una adreça",
  makeOne: { meetings: "Crea una adreça del calendari", minutes: "Crea una adreça de les actes noves" },
  renew: "Adreça nova",
  renewOne: { meetings: "Adreça nova del calendari", minutes: "Adreça nova de les actes noves" },
  remove: "Treu",
  removeOne: { meetings: "Treu el calendari", minutes: "Treu les actes noves" },
  made: "adreça creada el {{date}}",
  read: "última lectura: {{date}}",
  unread: "encara sense llegir",
  once: "Copia aquesta adreça ara. Només es mostra una vegada.",
  value: { meetings: "Adreça del calendari", minutes: "Adreça de les actes noves" },
  copy: "Copia",
  copied: "S’ha copiat l’adreça.",
  copyFailed: "No s’ha pogut copiar l’adreça. Selecciona-la i copia-la.",
  done: "Fet",
  cancel: "Cancel·la",
  renewAsk: {
    title: "Vols crear una adreça nova?",
    text: "L’adreça actual deixa de funcionar de seguida. Cada programa que la fa servir necessita la nova.",
    go: "Crea una adreça nova",
  },
  removeAsk: {
    title: "Vols treure aquesta subscripció?",
    text: "La seva adreça deixa de funcionar de seguida. Els programes que la segueixen no reben res més.",
    go: "Treu la subscripció",
  },
  removed: "S’ha tret la subscripció.",
  shown: "Ara es mostren els títols.",
  hidden: "Ja no es mostren els títols.",
  error: {
    renew: "No s’ha pogut crear l’adreça. Torna-ho a provar.",
    change: "No s’ha pogut canviar la subscripció. Torna-ho a provar.",
    remove: "No s’ha pogut treure la subscripció. Torna-ho a provar.",
  },
  calendarName: "Acta: reunions",
  meeting: "Reunió",
  minutesName: "Acta: actes noves",
  minutesOf: "Acta del {{date}}",
};

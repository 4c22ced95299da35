import type { Texts } from "#app/i18n/types.ts";

export const invite: Texts["invite"] = {
  link: "Enllaç de la reunió",
  invalidUrl: "URL no vàlid",
  provideValidUrl: "indica un URL vàlid",
  synchronizing: "s’està sincronitzant",
  connectingNow: "s’està connectant ara",
  created: "creada correctament",
  bot: "Acta · notes for {{name}}",
  botAlone: "Acta · notes",
  named: "{{platform}}. Acta demana entrar com a «{{bot}}» i avisa al xat que grava.",
  whatFitsShort: "Google Meet, Teams, Zoom o Jitsi.",
  whatFits:
    "Acta accepta enllaços de Google Meet (meet.google.com/abc-defg-hij), Teams (teams.live.com/meet/… o un enllaç meetup-join), Zoom (zoom.us/j/ amb 9 a 11 xifres) i Jitsi.",
  personalRoom: "Aquest enllaç porta un nom en lloc del número de la reunió. Copia l’enllaç de la mateixa invitació.",
  twoLinks: "Hi ha més d’un enllaç. Enganxa-hi només el de la reunió.",
  used: "{{used}} de {{limit}} usades",
  mayMeetLimit:
    "{{used}} de {{limit}} usades. Amb el que ja està previst, el pla es pot exhaurir abans i Acta no hi entraria.",
  longPast: { question: "Aquesta hora va passar fa més d’un dia. Vols entrar-hi ara?", submit: "entra-hi ara" },
  failed: "Error en connectar amb el servidor. No s’ha perdut res del que has omplert.",
  signIn: "La sessió està tancada. Torna-la a iniciar en una altra pestanya i envia-ho des d’aquí",
  change: { title: "Canvia la reunió", submit: "desa", done: "Desat" },
  mayClose: "Pots tancar aquesta finestra: Acta continua tota sola.",
  steps: {
    label: "Què passa ara",
    creating: "S’està creant la reunió",
    changing: "S’està canviant la reunió",
    created: "Reunió creada",
    createdFact: "És al teu historial.",
    opens: "Acta obre la videotrucada",
    opensAt: "El {{when}}, tota sola.",
    letIn: "Algú deixa entrar Acta",
    waits: "S’espera fins a {{minutes}} minuts a la sala d’espera.",
  },
};

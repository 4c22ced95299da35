import type { Texts } from "#app/i18n/types.ts";

export const invite: Texts["invite"] = {
  link: "Enlace de la reunión",
  invalidUrl: "URL no válida",
  provideValidUrl: "indica una URL válida",
  synchronizing: "sincronizando",
  connectingNow: "conectando ahora",
  created: "creada correctamente",
  bot: "Acta · notes for {{name}}",
  botAlone: "Acta · notes",
  named: "{{platform}}. Acta pide entrar como «{{bot}}» y avisa en el chat de que graba.",
  whatFitsShort: "Google Meet, Teams, Zoom o Jitsi.",
  whatFits:
    "Acta acepta enlaces de Google Meet (meet.google.com/abc-defg-hij), Teams (teams.live.com/meet/… o un enlace meetup-join), Zoom (zoom.us/j/ con 9 a 11 cifras) y Jitsi.",
  personalRoom:
    "Este enlace lleva un nombre en lugar del número de la reunión. Copia el enlace de la propia invitación.",
  twoLinks: "Hay más de un enlace. Pega solo el de la reunión.",
  used: "{{used}} de {{limit}} usadas",
  mayMeetLimit:
    "{{used}} de {{limit}} usadas. Con lo que ya está previsto, el plan puede agotarse antes y Acta no entraría.",
  longPast: { question: "Esta hora pasó hace más de un día. ¿Entrar ahora?", submit: "entrar ahora" },
  failed: "Error al conectar con el servidor. No se ha perdido nada de lo que has rellenado.",
  signIn: "Tu sesión está cerrada. Vuelve a iniciarla en otra pestaña y envíalo desde aquí",
  change: { title: "Cambiar la reunión", submit: "guardar", done: "Guardado" },
  mayClose: "Puedes cerrar esta ventana: Acta sigue por su cuenta.",
  steps: {
    label: "Qué pasa ahora",
    creating: "Se está creando la reunión",
    changing: "Se está cambiando la reunión",
    created: "Reunión creada",
    createdFact: "Está en tu historial.",
    opens: "Acta abre la llamada",
    opensAt: "El {{when}}, por su cuenta.",
    letIn: "Alguien deja entrar a Acta",
    waits: "Espera hasta {{minutes}} minutos en la sala de espera.",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const onboarding: Texts["onboarding"] = {
  welcome: "Te damos la bienvenida",
  welcomeName: "Te damos la bienvenida, {{name}}",
  lead: "Dos páginas cortas, unos 2 minutos. Esta trata de ti y de tu empresa; la siguiente conecta un calendario.",
  step: "Paso {{step}} de {{of}}",
  minutes_one: "alrededor de {{count}} minuto",
  minutes_other: "unos {{count}} minutos",
  later: "Más tarde",
  continue: "Continuar",
  calendar: {
    title: "Conecta un calendario",
    lead: "Acta entra entonces en las reuniones que organizas y muestra lo que viene después. Lee títulos, horas, enlaces e invitados, nada más, y no escribe nada.",
    google: "Conectar Google Calendar",
    outlook: "Conectar Outlook",
    hint: "Después eliges, uno por uno, qué calendarios están activos.",
    back: "Atrás",
    without: "Sin calendario",
  },
};

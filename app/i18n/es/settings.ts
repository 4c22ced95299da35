import type { Texts } from "#app/i18n/types.ts";

export const settings: Texts["settings"] = {
  personal: {
    heading: "Información personal",
    name: "Nombre completo",
    email: "Correo electrónico",
    fromProvider: "Viene de tu cuenta de {{provider}}.",
    noEmail: "no indicado",
  },
  account: {
    heading: "Cuenta y sesión",
    signedInAs: "Has entrado como",
    with: "con {{provider}}",
    session: "Sesión activa",
    thisBrowser: "Este navegador",
    signOut: "Cerrar sesión",
    tips: "Consejos de seguridad",
    tip1: "Cierra la sesión en los dispositivos compartidos.",
    tip2: "No compartas tus credenciales.",
    tip3: "Revisa la actividad de la cuenta.",
  },
  plan: {
    heading: "Plan",
    name: { free: "Gratuito", pro: "Pro", business: "Business", team: "Team", insider: "Insider" },
    unlimited: "Subidas y grabaciones sin límite",
    seePlans: "Ver los planes",
  },
  language: {
    heading: "Idioma",
    label: "Idioma de Acta",
    own: { en: "English", es: "Español", ca: "Català", fr: "Français" },
    save: "Guardar",
    saved: "Idioma guardado",
  },
  theme: { heading: "Tema", system: "Igual que el sistema", light: "Claro", dark: "Oscuro" },
  localModel: {
    heading: "Modelo en este equipo",
    offer: "Sin un modelo, las actas son citas. Uno en este equipo puede escribirlas ({{size}}, una sola vez).",
    ready: "Un modelo en este equipo escribe las actas.",
    fetch: "Descargar el modelo",
    fetching: "Se está descargando el modelo: {{percent}} %",
    failed: "No se ha podido descargar o iniciar el modelo. Lo que ha llegado se conserva.",
    tryAgain: "Volver a intentarlo",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const settings: Texts["settings"] = {
  personal: {
    heading: "Informació personal",
    name: "Nom complet",
    email: "Correu electrònic",
    fromProvider: "Ve del teu compte de {{provider}}.",
    noEmail: "no indicat",
  },
  account: {
    heading: "Compte i sessió",
    signedInAs: "Has entrat com a",
    with: "amb {{provider}}",
    session: "Sessió activa",
    thisBrowser: "Aquest navegador",
    signOut: "Tanca la sessió",
    tips: "Consells de seguretat",
    tip1: "Tanca la sessió als dispositius compartits.",
    tip2: "No comparteixis les credencials.",
    tip3: "Revisa l’activitat del compte.",
  },
  plan: {
    heading: "Pla",
    name: { free: "Gratuït", pro: "Pro", business: "Business", team: "Team", insider: "Insider" },
    unlimited: "Pujades i gravacions sense límit",
    seePlans: "Mostra els plans",
  },
  language: {
    heading: "Idioma",
    label: "Idioma d’Acta",
    own: { en: "English", es: "Español", ca: "Català", fr: "Français" },
    save: "Desa",
    saved: "S’ha desat l’idioma",
  },
  theme: { heading: "Tema", system: "Igual que el sistema", light: "Clar", dark: "Fosc" },
  localModel: {
    heading: "Model en aquest ordinador",
    offer:
      "Sense un model, les actes són citacions. Un en aquest ordinador les pot escriure ({{size}}, una sola vegada).",
    ready: "Un model en aquest ordinador escriu les actes.",
    fetch: "Baixa el model",
    fetching: "S’està baixant el model: {{percent}} %",
    failed: "No s’ha pogut baixar o iniciar el model. El que ha arribat es conserva.",
    tryAgain: "Torna-ho a provar",
  },
};

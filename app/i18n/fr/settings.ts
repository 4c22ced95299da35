import type { Texts } from "#app/i18n/types.ts";

export const settings: Texts["settings"] = {
  personal: {
    heading: "Informations personnelles",
    name: "Nom complet",
    email: "Adresse e-mail",
    fromProvider: "Vient de votre compte {{provider}}.",
    noEmail: "non donnée",
  },
  account: {
    heading: "Compte et session",
    signedInAs: "Connecté en tant que",
    with: "avec {{provider}}",
    session: "Session active",
    thisBrowser: "Ce navigateur",
    signOut: "Se déconnecter",
    tips: "Conseils de sécurité",
    tip1: "Déconnectez-vous sur les appareils partagés.",
    tip2: "Ne partagez pas vos identifiants.",
    tip3: "Vérifiez l’activité du compte.",
  },
  plan: {
    heading: "Offre",
    name: { free: "Gratuite", pro: "Pro", business: "Business", team: "Team", insider: "Insider" },
    unlimited: "Imports et enregistrements sans limite",
    seePlans: "Voir les offres",
  },
  language: {
    heading: "Langue",
    label: "Langue d’Acta",
    own: { en: "English", es: "Español", ca: "Català", fr: "Français" },
    save: "Enregistrer",
    saved: "Langue enregistrée",
  },
  theme: { heading: "Thème", system: "Identique au système", light: "Clair", dark: "Sombre" },
  localModel: {
    heading: "Modèle sur cet ordinateur",
    offer:
      "Sans modèle, les comptes rendus sont des citations. Un modèle sur cet ordinateur peut les rédiger ({{size}}, une seule fois).",
    ready: "Un modèle sur cet ordinateur rédige les comptes rendus.",
    fetch: "Télécharger le modèle",
    fetching: "Téléchargement du modèle : {{percent}} %",
    failed: "Le modèle n’a pas pu être téléchargé ou démarré. Ce qui est arrivé est conservé.",
    tryAgain: "Réessayer",
  },
};

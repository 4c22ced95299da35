import type { Texts } from "#app/i18n/types.ts";

export const onboarding: Texts["onboarding"] = {
  welcome: "Bienvenue",
  welcomeName: "Bienvenue, {{name}}",
  lead: "Deux pages courtes, environ 2 minutes. Celle-ci parle de vous et de votre entreprise, la suivante connecte un agenda.",
  step: "Étape {{step}} sur {{of}}",
  minutes_one: "environ {{count}} minute",
  minutes_other: "environ {{count}} minutes",
  later: "Plus tard",
  continue: "Continuer",
  calendar: {
    title: "Connecter un agenda",
    lead: "Acta rejoint alors les réunions que vous organisez et affiche vos prochaines réunions. Elle lit les titres, les heures, les liens et les invités, rien d’autre, et n’écrit rien.",
    google: "Connecter Google Agenda",
    outlook: "Connecter Outlook",
    hint: "Vous choisissez ensuite, un par un, les agendas qui sont actifs.",
    back: "Retour",
    without: "Sans agenda",
  },
};

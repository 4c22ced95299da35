import type { Texts } from "#app/i18n/types.ts";

export const signIn: Texts["signIn"] = {
  title: "Se connecter",
  lead: "Vos réunions, par écrit. Chaque ligne renvoie au moment qui la prouve.",
  terms: "J’accepte les <terms>Conditions générales</terms> et la <privacy>Politique de confidentialité</privacy>",
  termsRequired: "Vous devez accepter les Conditions générales et la Politique de confidentialité",
  with: "Continuer avec {{provider}}",
  reads:
    "Acta lit votre nom et votre adresse e-mail. L’accès à vos agendas vous sera demandé plus tard, et seulement si vous en connectez un.",
  languages: "Langue",
  problem: {
    cancelled: "Vous n’avez pas terminé la connexion. Rien n’a changé. Choisissez un compte pour réessayer.",
    expired: "Cette connexion a pris trop de temps ou a déjà servi. Recommencez.",
    failed:
      "Nous n’avons pas pu confirmer votre identité. Vous n’êtes pas connecté. Réessayez, ou utilisez l’autre compte.",
    unavailable: "Le service de connexion ne répond pas. Vous n’êtes pas connecté. Réessayez dans une minute.",
    "too-many": "Trop de connexions arrivent de votre réseau. Patientez une minute puis réessayez.",
    ended: "Votre session est terminée. Connectez-vous pour reprendre où vous en étiez.",
    deleting: "Ce compte est en cours de suppression, avec tout ce qu’il contient. On ne peut plus s’y connecter.",
  },
  specimen: {
    label: "Une page de compte rendu",
    when: "Jeudi 19 novembre, 47 min",
    title: "La version 1.9 et le projet pilote de Gérone",
    payments: "Les paiements en ligne sont retirés de la version 1.9.",
    pilot:
      "Le projet pilote de Gérone commence le 1er décembre avec six thérapeutes et un agenda papier pendant la première semaine.",
    importer: "L’importateur perd le champ de notes dans deux fichiers sur trois. La cause reste à trouver.",
    decision: "La décision sera prise jeudi prochain.",
  },
};

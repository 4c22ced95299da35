import type { Texts } from "#app/i18n/types.ts";

export const followUp: Texts["connections"]["followUp"] = {
  title: "E-mail de suivi",
  lead: "Rédigé à partir du compte rendu. Modifiez ce que vous voulez ; rien ne part avant que vous n’appuyiez sur le bouton.",
  to: "À",
  toHint: "Un e-mail par adresse, {{max}} au plus. Séparez les adresses par des virgules ou des retours à la ligne.",
  toNone: "Aucun agenda ne dit qui était invité. Saisissez les adresses.",
  language: "Langue",
  languageHint: "Les lignes du compte rendu restent en {{language}}, telles quelles.",
  fill: "Le réécrire en {{language}}",
  kept: "Vos modifications sont conservées. Le réécrire en {{language}} les remplace.",
  subject: "Objet",
  text: "Texte",
  link: "Ajouter un lien vers la réunion",
  linkHint:
    "Utilise le lien de partage de la réunion, ou en crée un. Toute personne qui a le lien peut l’ouvrir ; « Partager » indique ce qu’il montre.",
  replies: "Les réponses arrivent à {{address}}. L’e-mail part d’Acta et porte votre nom.",
  send_one: "Envoyer à {{count}} personne",
  send_other: "Envoyer à {{count}} personnes",
  sendNobody: "Envoyer",
  program: "Ouvrir dans le logiciel de messagerie",
  copied: "Le texte est trop long pour le logiciel de messagerie. Il est copié : collez-le dans l’e-mail.",
  copiedPeople:
    "Les adresses sont trop longues pour le logiciel de messagerie. Elles sont copiées, avec le texte : collez-les dans l’e-mail.",
  cut: "Le texte est trop long pour le logiciel de messagerie, qui n’en reçoit que le début.",
  sent: "Les e-mails sont en route. « Ce qui a été envoyé » indique lesquels sont partis.",
  before_one: "Déjà envoyé à {{count}} personne, la dernière fois le {{date}}.",
  before_other: "Déjà envoyé à {{count}} personnes, la dernière fois le {{date}}.",
  cancel: "Annuler",
  again: "Réessayer",
  invalid: {
    to: "Saisissez au moins une adresse.",
    address: "Ceci n’est pas une adresse e-mail : {{address}}",
    many: "{{max}} adresses au plus.",
    subject: "Saisissez un objet.",
    text: "Saisissez un texte.",
  },
  series: {
    choose: "L’envoyer automatiquement après chaque réunion suivante de cette série",
    off: "Désactivé : rien ne part avant que vous n’appuyiez sur le bouton. Si vous l’activez, les prochains suivis partent aux adresses ci-dessus.",
    on: "Les prochains suivis partent automatiquement, {{minutes}} minutes après que le compte rendu est prêt, en {{language}}, à : {{people}}. Sur la page de la réunion, vous pouvez arrêter ou modifier chacun d’eux.",
    onLink:
      "Les prochains suivis partent automatiquement, {{minutes}} minutes après que le compte rendu est prêt, en {{language}}, avec un lien de partage vers la réunion, à : {{people}}. Sur la page de la réunion, vous pouvez arrêter ou modifier chacun d’eux.",
    change: "Utiliser les adresses et la langue ci-dessus",
  },
  plan: {
    goes: "Le suivi part automatiquement à",
    gone: "Le suivi ne peut plus être arrêté : il est parti à",
    stopped: "Aucun suivi de cette réunion ne partira automatiquement.",
    quotations:
      "Le suivi n’est pas parti automatiquement : le compte rendu ne contient que des citations, car aucun modèle de langage ne l’a rédigé.",
    "no-address": "Le suivi n’est pas parti automatiquement : votre adresse e-mail n’est pas confirmée.",
    "too-many-mails":
      "Le suivi n’est pas parti automatiquement : la limite d’e-mails d’une journée est atteinte. Personne ne l’a reçu.",
    edit: "Modifier",
    stop: "Ne pas envoyer",
    close: "Fermer",
  },
  draft: {
    subject: "Compte rendu : {{title}}",
    greeting: "Bonjour,",
    lead: "Voici le compte rendu de « {{title}} » du {{date}}.",
    end: "Cordialement,",
  },
  error: {
    stop: "L’envoi n’a pas pu être arrêté. Veuillez réessayer.",
    series: "Le choix n’a pas pu être enregistré. Veuillez réessayer.",
    load: "L’e-mail n’a pas pu être rédigé. Veuillez réessayer.",
    send: "Les e-mails n’ont pas pu être envoyés. Veuillez réessayer.",
    mailOff: "Cette installation n’envoie pas d’e-mails. Ouvrez le message dans votre logiciel de messagerie.",
    noAddress: "Confirmez d’abord votre adresse e-mail dans les paramètres, pour que les réponses vous parviennent.",
    link: "Acta n’envoie pas de texte contenant des adresses de pages web. Retirez-les, ou ouvrez l’e-mail dans votre logiciel de messagerie.",
    tooMany:
      "C’est plus d’e-mails qu’une personne ne peut en envoyer, ou une adresse en recevoir, en un jour. Rien n’a été envoyé. Réessayez demain, ou ouvrez l’e-mail dans votre logiciel de messagerie.",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const webhookDocs: Texts["webhookDocs"] = {
  title: "Recevoir des webhooks",
  lead: "Des recettes pour Zapier, Make et n8n, et ce que votre propre programme doit savoir.",
  settings: "Ajouter un webhook",
  message: {
    heading: "Un message",
    text: "Acta envoie un POST avec du JSON. Il ne contient que des identifiants et des liens, sauf si vous choisissez titres, tâches et comptes rendus pour le webhook.",
  },
  rules: {
    heading: "Règles",
    answer: "Répondez par un statut de 200 à 299 en 15 secondes. Faites le travail ensuite.",
    twice:
      "Un message peut arriver deux fois, toujours avec le même webhook-id. Gardez les identifiants de quatre jours.",
    order: "Les messages d’une réunion arrivent dans l’ordre.",
    tries:
      "Après toute autre réponse, Acta réessaie pendant trois jours. Après 403 et 404, Acta réessaie pendant une heure. Une redirection ou un autre statut de 400 à 499 met fin aux essais aussitôt, sauf 408, 409, 425 et 429.",
    address: "L’adresse commence par https, utilise le port 443 et a un nom public. Acta ne suit aucune redirection.",
  },
  verify: {
    heading: "Vérifier un message",
    text: "Les messages sont signés comme le décrit Standard Webhooks. Sa bibliothèque prend le corps tel quel, les en-têtes et le secret qu’Acta a montré une fois :",
    own: "Sans la bibliothèque : l’en-tête webhook-signature contient « v1, » et le Base64 de HMAC-SHA-256 sur webhook-id, un point, webhook-timestamp, un point et le corps. La clé est la partie du secret après whsec_, décodée de Base64.",
  },
  zapier: {
    trigger:
      "Créez un Zap avec le déclencheur « Webhooks by Zapier » et l’événement « Catch Hook ». Copiez son adresse.",
    add: "Dans Acta, ajoutez un webhook avec cette adresse. Choisissez les événements et le contenu, et gardez le secret.",
    test: "Appuyez sur « Envoyer un essai » dans Acta, puis sur « Test trigger » dans Zapier.",
    filter:
      "Si vous avez choisi plusieurs événements, ajoutez un filtre sur type. Ajoutez ensuite vos actions. Les champs ont des noms comme data__meeting__url.",
    verify: "Pour vérifier les signatures, prenez « Catch Raw Hook » et une étape « Code by Zapier ».",
  },
  make: {
    module: "Ajoutez le module « Webhooks », « Custom webhook ». Copiez son adresse dans un nouveau webhook d’Acta.",
    structure:
      "Appuyez sur « Redetermine data structure » dans Make et sur « Envoyer un essai » dans Acta. Recommencez avec un événement réel, pour que Make en connaisse les champs.",
    verify:
      'Pour vérifier les signatures, activez « Get request headers » et comparez avec la fonction sha256(text; "base64"; key; "base64").',
  },
  n8n: {
    node: "Ajoutez le nœud « Webhook » avec la méthode POST, sans authentification, la réponse « Immediately » et l’option « Raw Body ». Activez le workflow et copiez son adresse de production.",
    add: "Dans Acta, ajoutez un webhook avec cette adresse et appuyez sur « Envoyer un essai ».",
    verify:
      "Pour vérifier les signatures, utilisez le nœud « Code » : la clé est le secret décodé, que « Crypto » ne prend que sous forme de texte.",
  },
};

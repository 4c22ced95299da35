import type { Texts } from "#app/i18n/types.ts";

export const model: Texts["model"] = {
  heading: "Modèle sur cet ordinateur",
  offer:
    "Les comptes rendus sont des citations tant qu’un modèle ne les rédige pas. Rédigez de vrais comptes rendus sur cet ordinateur : le modèle est téléchargé une seule fois ({{size}}).",
  offerServers:
    "Les comptes rendus sont des citations tant qu’un modèle ne les rédige pas. Un modèle qui fonctionne sur cet ordinateur peut les rédiger.",
  fetch: "Télécharger le modèle",
  use: "Utiliser {{model}} de {{server}}",
  useOwn: "Utiliser le modèle d’Acta",
  fetching: "Téléchargement du modèle : {{percent}} % de {{size}}",
  pause: "Suspendre",
  paused: "Le téléchargement du modèle est suspendu à {{percent}} %.",
  resume: "Continuer",
  loading: "Le modèle est arrivé ; il est vérifié et chargé.",
  failed: "Le modèle n’a pas pu être téléchargé ou démarré. Ce qui est arrivé est conservé.",
  offline:
    "Sans internet, le modèle ne peut pas être téléchargé ; un modèle d’Ollama ou de LM Studio sur cet ordinateur, ou un fichier à vous, fonctionne sans internet.",
  disk: "Il n’y a pas de place sur le disque pour le modèle, ou Acta ne peut pas y écrire.",
  memory:
    "Cet ordinateur a trop peu de mémoire libre pour le modèle : fermez d’autres programmes, ou choisissez-en un plus petit.",
  serverGone:
    "{{server}} ne répond pas, ou {{model}} n’y est plus : démarrez {{server}}, ou laissez un autre modèle rédiger.",
  tryAgain: "Réessayer",
  ready: "Le modèle est là. Il rédige les comptes rendus des réunions qui attendent, l’un après l’autre.",
  readyHere:
    "Ce sont des citations. Le modèle est là et rédige les comptes rendus des réunions qui attendent, l’un après l’autre ; celui-ci peut être le prochain.",
  writes: "Un modèle sur cet ordinateur rédige les comptes rendus.",
  writesFrom: "{{model}} de {{server}} rédige les comptes rendus.",
};

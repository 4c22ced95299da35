import type { Texts } from "#app/i18n/types.ts";

export const recordHere: Texts["recordHere"] = {
  action: "enregistrer ici",
  untitled: "Enregistrement du {{when}}",
  source: {
    label: "À enregistrer",
    microphone: "Ce micro",
    microphoneNote: "Une conversation dans la pièce.",
    tab: "Un onglet",
    tabNote: "Un appel dans un autre onglet de ce navigateur.",
    both: "Les deux",
    bothNote: "Un appel, et vous : « {{name}} » et « Les autres ».",
    bothNoteAlone: "Un appel, et vous, comme deux voix.",
  },
  microphone: "Micro",
  anyMicrophone: "Le micro de cet appareil",
  tabLater: "L’onglet se choisit au début",
  consent: "Toutes les personnes de la conversation savent qu’elle est enregistrée.",
  sentence: "Une phrase à dire : « J’enregistre pour le compte rendu. Est-ce que cela vous va ? »",
  start: "Commencer l’enregistrement",
  preview: {
    opening: "En attente du micro",
    slow: "Le micro ne répond pas. Regardez à côté de l’adresse : le navigateur demande peut-être l’autorisation de l’utiliser.",
    good: "Il vous entend.",
    quiet: "Dites quelque chose.",
    loud: "C’est trop fort.",
    silent: "Il n’entend rien. Parlez, ou choisissez-en un autre.",
    dead: "Il ne donne aucun son. Il est peut-être coupé.",
  },
  problem: {
    refused: "Le navigateur n’a pas le droit d’enregistrer. Accordez-le à côté de l’adresse, puis recommencez.",
    none: "Aucun micro n’a été trouvé. Branchez-en un, puis recommencez.",
    "silent-tab":
      "L’onglet a été partagé sans son. Choisissez-le de nouveau avec « Partager aussi l’audio de l’onglet » activé.",
    failed: "Le son n’a pas pu être ouvert. Un autre programme l’utilise peut-être. Recommencez.",
    "other-tab": "Un autre onglet de ce navigateur enregistre. Arrêtez-le d’abord.",
    "limit-reached": "Limite de réunions atteinte",
    "signed-out": "Vous êtes déconnecté. Connectez-vous dans un autre onglet, puis recommencez.",
    "too-many-requests": "Trop de tentatives. Recommencez dans une minute.",
    connection: "Erreur de connexion au serveur",
    "no-room":
      "Cet appareil n’a plus de place, et un plantage ferait perdre l’enregistrement. Libérez-en, puis recommencez.",
  },
  lack: {
    "no-recording":
      "Ce navigateur ne peut pas enregistrer le son sous la forme dont Acta a besoin. Les versions actuelles de Chrome, d’Edge et de Firefox le peuvent. Vous pouvez aussi enregistrer avec un autre programme et importer le fichier.",
    "no-store":
      "Ce navigateur ne garde pas de fichiers pour Acta, peut-être parce que la fenêtre est privée, et un plantage ferait perdre l’enregistrement. Utilisez une fenêtre ordinaire de Chrome, d’Edge ou de Firefox.",
    "no-tab": "Ce navigateur ne partage pas le son d’un onglet. Chrome et Edge sur un ordinateur le font.",
    "no-lock": "Ce navigateur ne voit pas si un autre onglet enregistre déjà. Enregistrez dans un seul onglet.",
  },
  others: "Les autres",
  you: "Vous",
  level: {
    label: "Niveaux",
    microphone: "Niveau du micro",
    tab: "Niveau de l’onglet",
    ofTab: "L’onglet partagé",
  },
  state: {
    good: "bon",
    quiet: "faible",
    loud: "trop fort",
    silent: "rien d’entendu",
    dead: "aucun son",
    ended: "non connecté",
  },
  notes: {
    title: "Notes",
    about:
      "Une note garde le moment où vous avez commencé à l’écrire. Elle figure au compte rendu comme écrite à la main.",
    label: "Note à {{moment}}",
    keep: "Garder",
    count_one: "{{count}} note jusqu’ici",
    count_other: "{{count}} notes jusqu’ici",
  },
  safe: {
    upTo: "Tout jusqu’à {{moment}} est sur le serveur.",
    all: "Tout est sur le serveur.",
    rest: "Si cet onglet se ferme, le reste attend dans ce navigateur.",
  },
  recorder: "Enregistreur",
  recordedSoFar: "Enregistré jusqu’ici",
  isRecorded: "enregistré",
  isPaused: "en pause",
  pause: "Pause",
  resume: "Reprendre",
  stop: "Arrêter",
  sendingRest: "Envoi du reste",
  finishing: "Fin de l’enregistrement",
  smallWindow: "Petite fenêtre au-dessus des autres",
  signIn: "Se connecter",
  understood: "Compris",
  reopen: { microphone: "Brancher un micro", tab: "Partager de nouveau l’onglet" },
  elsewhere:
    "Cette réunion est enregistrée dans un autre onglet ou sur un autre appareil, ou l’enregistrement a été interrompu. L’accueil montre ce qui attend dans ce navigateur.",
  trouble: {
    ended: {
      microphone: "Le micro n’est plus là. L’enregistrement continue sans lui.",
      tab: "L’onglet n’est plus partagé. L’enregistrement continue sans lui.",
    },
    dead: {
      microphone: "Le micro ne donne aucun son. Vérifiez qu’il n’est pas coupé.",
      tab: "On n’entend rien de l’onglet. Vérifiez que l’on y entend l’appel.",
    },
    silent: {
      microphone: "On n’entend rien du micro depuis un moment. Vérifiez qu’il n’est pas coupé.",
      tab: "On n’entend rien de l’onglet depuis un moment. Vérifiez que l’on y entend l’appel.",
    },
    "paused-inputs":
      "Il ne reste aucune source, l’enregistrement est donc en pause. Ce qui est enregistré est en sûreté.",
    "paused-encoder":
      "Le navigateur a cessé d’enregistrer, l’enregistrement est donc en pause. Ce qui est enregistré est en sûreté.",
    "paused-disk":
      "Cet appareil n’a plus de place et le serveur ne répond pas, l’enregistrement est donc en pause. Ce qui est enregistré est en sûreté tant que cet onglet est ouvert.",
    "paused-disk-signed-out":
      "Cet appareil n’a plus de place et vous êtes déconnecté, l’enregistrement est donc en pause. Ce qui est enregistré est en sûreté tant que cet onglet est ouvert. Connectez-vous pour l’envoyer.",
    "paused-length":
      "C’est le plus long enregistrement qu’Acta accepte, il est donc en pause. Arrêtez-le pour obtenir son compte rendu.",
    "disk-full":
      "Cet appareil n’a plus de place. Ce qui est enregistré est envoyé aussitôt ; laissez cet onglet ouvert jusque-là.",
    "disk-full-signed-out":
      "Cet appareil n’a plus de place et vous êtes déconnecté. Connectez-vous pour envoyer ce qui est enregistré, et laissez cet onglet ouvert jusque-là.",
    "disk-full-offline":
      "Cet appareil n’a plus de place et le serveur ne répond pas. Laissez cet onglet ouvert : ce qui est enregistré est envoyé dès que possible.",
    "signed-out":
      "Vous êtes déconnecté. L’enregistrement continue et attend dans ce navigateur. Connectez-vous pour l’envoyer.",
    offline: "Le serveur ne répond pas. L’enregistrement continue et attend dans ce navigateur.",
    "end-near":
      "Cet enregistrement atteindra bientôt la durée maximale qu’Acta accepte. Arrêtez-le et commencez-en un autre.",
    slept: "Cet appareil a été en veille pendant {{length}}. Ce temps n’est pas dans l’enregistrement.",
    full: "Cet enregistrement a atteint la taille maximale qu’Acta accepte, il s’est donc terminé. Ce que le serveur n’a pas accepté est dans ce navigateur, où cela peut être téléchargé.",
    refused:
      "Le serveur n’accepte pas une partie de cet enregistrement. Elle reste dans ce navigateur, où elle peut être téléchargée, et la suite continue.",
    "only-in-tab":
      "Le serveur n’accepte pas une partie de cet enregistrement, et cet appareil n’a plus de place pour elle. Elle est seulement dans cet onglet : téléchargez-la avant de le fermer.",
    kept: "L’enregistrement est terminé sans une partie que le serveur n’a pas acceptée. Elle reste dans ce navigateur jusqu’à une semaine après le début : téléchargez-la ici ou sur l’accueil.",
    gone: "Le serveur n’accepte plus rien de cet enregistrement : sa réunion a été supprimée, ou il a été terminé ailleurs. Ce que le serveur a reçu est dans la réunion.",
  },
  waits: {
    title: "{{length}} attendent ici",
    titleSent: "Un enregistrement a été interrompu",
    recorded: "« {{title}} », enregistré de {{from}} à {{to}}",
    onlyHere:
      "L’onglet a été fermé avant l’envoi de la dernière partie. Elle est en sûreté dans ce navigateur, et seulement ici.",
    onServer: "L’onglet a été fermé avant la fin de l’enregistrement. Tout ce qui est enregistré est sur le serveur.",
    send: "Envoyer les {{length}}",
    sendAll: "Rédiger le compte rendu",
    finish: "Finir l’enregistrement",
    discard: "Supprimer",
    about:
      "Envoyer : le compte rendu est rédigé à partir de ce qui est ici. Finir : l’enregistreur s’ouvre à {{moment}}, et vous continuez.",
    sending: "Envoi en cours. Laissez cet onglet ouvert.",
    offline: "Le serveur ne répond pas. L’envoi se fait dès que possible.",
    "signed-out": "Vous êtes déconnecté. L’envoi se fera quand vous serez de nouveau connecté.",
    gone: "L’envoi est impossible.",
    busy: "Un autre onglet de ce navigateur enregistre ou envoie. Réessayez quand il aura fini.",
    sent: "L’enregistrement est sur le serveur.",
  },
  kept: {
    title: "Pas sur le serveur : {{length}}",
    text: "L’enregistrement s’est terminé sans cette partie, que le serveur n’a pas acceptée. Elle est seulement dans ce navigateur, jusqu’à une semaine après le début de l’enregistrement.",
    notes: "Notes que le serveur n’a pas acceptées",
    download: {
      mix: "Télécharger de {{from}} à {{to}}",
      microphone: "Télécharger de {{from}} à {{to}}, le micro seul",
      tab: "Télécharger de {{from}} à {{to}}, l’onglet seul",
    },
    failed: "La lecture a échoué. Réessayez.",
  },
  discard: {
    title: "Supprimer",
    question: "Supprimer « {{title}} » ?",
    text: "Les {{length}} dans ce navigateur et tout ce que le serveur a de cet enregistrement sont supprimés définitivement. Il compte quand même dans votre offre.",
    kept: "Ce qui attend dans ce navigateur ({{length}}) est supprimé définitivement. La réunion reste telle quelle.",
    confirm: "Supprimer",
  },
  line: {
    recording: "Enregistrement en cours",
    paused: "Enregistrement en pause",
    stopping: "Envoi du reste",
    open: "Ouvrir",
  },
  signOut: {
    waits: {
      title: "Un enregistrement attend ici",
      text: "Une partie d’un de vos enregistrements est seulement dans ce navigateur. Elle y reste une semaine. Quand vous vous reconnectez, elle est envoyée, ou proposée comme fichier si le serveur ne l’a pas acceptée. Aucune autre personne qui se connecte ici ne peut la voir.",
    },
    runs: {
      title: "Un enregistrement est en cours",
      text: "Un autre onglet de ce navigateur enregistre ou envoie. Si vous vous déconnectez, il continue, et ce qu’il enregistre attend dans ce navigateur jusqu’à votre prochaine connexion.",
    },
    stay: "Rester et le voir",
    leave: "Se déconnecter",
  },
};

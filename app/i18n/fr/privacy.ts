import type { Texts } from "#app/i18n/types.ts";

export const privacy: Texts["privacy"] = {
  title: "Confidentialité",
  archive: {
    heading: "Tout télécharger",
    name: "Votre archive",
    lead: "Enregistrements, transcriptions, comptes rendus, tâches, discussions et données du compte dans un fichier ZIP, avec une page qui s’ouvre sans réseau. Il peut être volumineux : laissez cet onglet ouvert jusqu’à ce que votre navigateur l’ait reçu.",
    action: "Tout télécharger",
    title: "Tout ce que {{name}} a dans Acta",
    chosen: "Réunions de {{name}} dans Acta",
    written_one: "Archive créée le {{at}} : {{count}} réunion.",
    written_other: "Archive créée le {{at}} : {{count}} réunions.",
    account: "Données du compte",
    chats: "Vos discussions dans les réunions d’autres personnes",
    none: "Il n’y a pas de réunion.",
    nothing: "Cette réunion n’a pas encore de fichiers.",
    untitled: "Réunion",
  },
  keep: {
    heading: "Combien de temps Acta conserve tout cela",
    ofMeeting: "Combien de temps Acta conserve cette réunion",
    asDefault: "Comme toutes mes réunions",
    recording: {
      label: "Enregistrements",
      hint: "Son et image. Ensuite, les repères indiquent l’heure mais ne se lisent plus.",
    },
    transcript: {
      label: "Transcriptions",
      hint: "Ensuite, la transcription et la discussion à son sujet disparaissent. Le compte rendu reste, sans ses moments.",
    },
    meeting: {
      label: "Comptes rendus et tâches",
      hint: "La réunion entière, avec tout ce qu’elle contient.",
    },
    forever: "Jusqu’à ce que je les supprime",
    transcribed: "Jusqu’à leur transcription",
    days_one: "{{count}} jour",
    days_other: "{{count}} jours",
    months_one: "{{count}} mois",
    months_other: "{{count}} mois",
    years_one: "{{count}} an",
    years_other: "{{count}} ans",
    note: "Les jours comptent depuis l’envoi ou l’appel. Un changement ne supprime rien des réunions existantes pendant les 24 premières heures. Une réunion peut avoir sa propre règle.",
    saved: "Enregistré",
    failed: "Ce choix n’a pas pu être enregistré. Réessayez.",
  },
  voices: {
    heading: "Voix mémorisées",
    lead: "Acta peut vous demander, dans les réunions suivantes, si une personne qui parle est quelqu’un dont vous avez enregistré la voix. C’est désactivé tant que vous ne l’activez pas.",
    stored: "Ce qui est conservé",
    storedText:
      "Un nom et 192 nombres qui décrivent le son de la voix : des données biométriques (RGPD, article 9). Aucun son.",
    agreed: "Quand",
    agreedText:
      "Seulement quand vous enregistrez vous-même une voix, dans « Qui parle ? » d’une réunion, et seulement si la personne a donné son accord. Elle peut le retirer à tout moment : supprimez alors sa voix ici.",
    used: "Pour quoi",
    usedText:
      "Pour vous poser une question, par exemple « Est-ce Marta ? ». Acta ne donne de nom à personne d’elle-même.",
    seen: "Qui le voit",
    seenText: "Vous seul. Ni votre équipe, ni les personnes avec qui vous partagez des réunions.",
    ends: "Suppression",
    endsText:
      "Chaque voix quand son délai est écoulé ou que vous la supprimez ; toutes quand vous désactivez cette fonction ou supprimez votre compte. Les copies de sauvegarde disparaissent dans les 30 jours.",
    on: "Mémoriser des voix",
    onDone: "Des voix peuvent maintenant être enregistrées, dans « Qui parle ? » d’une réunion",
    off: "Désactiver et tout supprimer",
    offTitle: "Supprimer toutes les voix enregistrées ?",
    offText_one: "{{count}} voix enregistrée est supprimée, et les réunions suivantes ne demandent rien.",
    offText_other: "{{count}} voix enregistrées sont supprimées, et les réunions suivantes ne demandent rien.",
    offDone: "Les voix ne sont plus mémorisées",
    keep: "Durée de conservation d’une voix",
    keepHint:
      "À partir du jour où vous l’enregistrez. L’enregistrer de nouveau dans une autre réunion fait repartir le délai.",
    list: "Voix enregistrées",
    none: "Aucune voix n’est encore enregistrée.",
    agreedOn: "Accord du",
    until: "conservée jusqu’au",
    remove: "Supprimer la voix de {{name}}",
    removed: "La voix de {{name}} est supprimée",
  },
  leave: {
    heading: "Supprimer le compte",
    team: "Votre équipe",
    teamStays:
      "Vous êtes membre de {{team}}. Les réunions que vous lui avez montrées restent à l’équipe. Tout le reste est supprimé.",
    teamPasses:
      "Vous administrez {{team}}. {{heir}} en devient l’administrateur. Les réunions que vous lui avez montrées restent à l’équipe. Tout le reste est supprimé.",
    teamEnds:
      "Vous administrez {{team}} et y êtes seul. L’équipe prend fin, avec son abonnement et ses invitations en attente.",
    now: "Immédiatement",
    nowText:
      "Vous êtes déconnecté partout. Les liens partagés et les clés d’API cessent de fonctionner. Acta quitte les appels où elle se trouve.",
    hour: "Sous une heure",
    hourText:
      "Toutes les réunions disparaissent : enregistrements, transcriptions, comptes rendus, tâches. Seul reste un enregistrement utilisé par la réunion d’une autre personne, pour celle-ci.",
    day: "Sous 24 heures",
    dayText: "Votre adresse, conservée seulement pour vous confirmer la suppression.",
    backups: "Sous 30 jours",
    backupsText: "Les copies de sauvegarde disparaissent.",
    stays: "Ce qui reste",
    staysText:
      "Ce que vous avez envoyé ailleurs : HubSpot, Pipedrive, Salesforce, Slack, Notion, e-mails. Les factures, comme la loi l’exige. Pendant un an, une marque codée de votre connexion avec le nombre de réunions gratuites utilisées, qui ne nomme personne : pour que la limite gratuite soit respectée.",
    confirm: "Écrivez votre adresse e-mail pour confirmer",
    confirmName: "Écrivez votre nom pour confirmer",
    action: "Supprimer le compte",
    wrong: "Ce n’est pas l’adresse de ce compte.",
    failed: "Le compte n’a pas pu être supprimé. Rien n’a changé. Réessayez.",
  },
  meeting: {
    shownBy: "{{name}} vous montre cette réunion.",
    willGo: {
      recording: "L’enregistrement sera supprimé le",
      transcript: "La transcription et la discussion seront supprimées le",
      meeting: "Cette réunion sera supprimée le",
    },
    gone: {
      recording: "L’enregistrement a été supprimé selon la règle le",
      transcript: "La transcription et la discussion ont été supprimées selon la règle le",
      meeting: "Cette réunion a été supprimée selon la règle le",
    },
    keep: "Tout conserver de cette réunion",
    kept: "Acta conserve tout ce qui concerne cette réunion jusqu’à ce que vous le supprimiez.",
    failed: "Ce choix n’a pas pu être enregistré. Réessayez.",
    objection: "Une personne enregistrée s’oppose ({{name}}) :",
    unnamed: "sans nom",
    objectionTodo: "Répondez-lui, et supprimez l’enregistrement si elle y a droit.",
  },
  recorded: {
    title: "À propos de cet enregistrement",
    lead: "Acta enregistre cette réunion pour {{name}}. Elle a commencé le",
    leadUnnamed: "Acta enregistre cette réunion pour la personne qui l’a invitée. Elle a commencé le",
    what: "Acta conserve le son, et l’image lorsqu’elle est partagée, transcrit ce qui est dit et en fait un compte rendu. Seules cette personne et celles avec qui elle les partage les voient.",
    stop: "Pour terminer l’enregistrement maintenant, écrivez « arrête » dans le chat de la réunion. Acta part alors.",
    rights:
      "Vous pouvez demander une copie, une correction ou la suppression de ce qui vous concerne. La personne pour qui Acta enregistre décide, et doit vous répondre.",
    object: "S’opposer à l’enregistrement",
    name: "Votre nom (si vous le souhaitez)",
    text: "Que doit-il se passer ?",
    empty: "Écrivez à quoi vous vous opposez.",
    send: "Envoyer l’opposition",
    sent: "Votre opposition a été reçue. La personne pour qui Acta enregistre la voit à côté de la réunion.",
    notTaken:
      "Votre opposition n’a pas été conservée : cette réunion n’en accepte plus, ou a été supprimée. Écrivez à {{address}}.",
    unknown:
      "Il n’y a pas de réunion à cette adresse. Elle a peut-être été supprimée, et son enregistrement avec elle.",
    operator: "L’exploitant de ce service :",
  },
};

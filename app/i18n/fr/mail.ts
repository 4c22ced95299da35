import type { Texts } from "#app/i18n/types.ts";

export const mail: Texts["mail"] = {
  kind: {
    "minutes-ready": "Votre compte rendu est prêt",
    "recording-failed": "Un enregistrement a échoué",
    "not-let-in": "Acta n’a pas pu entrer dans un appel",
    "meeting-shown": "Quelqu’un vous montre une réunion",
    "retention-warning": "Quelque chose sera bientôt supprimé",
    "deletion-receipt": "Votre compte a été supprimé",
    "calendar-reconnect": "Reconnectez votre agenda",
    "join-soon": "Acta rejoindra une réunion dans une heure",
    "join-limit": "Acta ne rejoint pas la réunion : offre épuisée",
    "payment-failed": "Un paiement a échoué",
    "delivery-parked": "Un envoi a échoué",
    "weekly-digest": "Votre semaine",
    "follow-up": "Suivi d’une réunion",
  },
  ready: {
    subject: "Votre compte rendu est prêt : {{title}}",
    heading: "Votre compte rendu est prêt",
    firstLines: "Les premières lignes",
    open: "Ouvrir le compte rendu",
    pdf: "PDF du compte rendu",
  },
  failed: { subject: "{{why}} : {{title}}", open: "Ouvrir la réunion" },
  retention: {
    heading: {
      recording: "Des enregistrements seront supprimés le {{date}}",
      transcript: "Des transcriptions seront supprimées le {{date}}",
      meeting: "Des réunions seront supprimées le {{date}}",
    },
    text: {
      recording:
        "Vous avez choisi combien de temps Acta garde les enregistrements. Le {{date}}, ceux de ces réunions seront supprimés. Téléchargez avant ce dont vous avez encore besoin.",
      transcript:
        "Vous avez choisi combien de temps Acta garde les transcriptions. Le {{date}}, celles de ces réunions seront supprimées. Téléchargez avant ce dont vous avez encore besoin.",
      meeting:
        "Vous avez choisi combien de temps Acta garde les réunions. Le {{date}}, ces réunions seront supprimées avec tout leur contenu. Téléchargez avant ce dont vous avez encore besoin.",
    },
    more_one: "Et une autre réunion.",
    more_other: "Et {{count}} autres réunions.",
    change: "Changer la durée de conservation",
  },
  shown: {
    subject: "{{by}} vous montre une réunion : {{title}}",
    heading: "{{by}} vous montre une réunion",
    text: "Vous pouvez lire son compte rendu et sa transcription, écouter l’enregistrement et poser des questions. Vous la retrouvez aussi dans votre historique, à la rubrique « Partagées avec moi ».",
    open: "Ouvrir la réunion",
  },
  payment: {
    heading: "Un paiement pour {{plan}} a échoué",
    open: {
      text: "Votre offre continue jusqu’au {{date}}. Sans paiement d’ici là, vous passez à l’offre gratuite. Rien n’est supprimé.",
      button: "Payer maintenant",
    },
    over: {
      heading: "Votre offre {{plan}} a pris fin",
      text: "Le {{date}}, le paiement restait dû ; vous êtes donc passé à l’offre gratuite. Rien n’a été supprimé. Si vous payez, l’offre reprend.",
      button: "Payer maintenant",
    },
    ended: {
      text: "Le {{date}}, le paiement restait dû ; l’offre a donc pris fin et vous êtes passé à l’offre gratuite. Rien n’a été supprimé. Pour retrouver l’offre, choisissez-la de nouveau.",
      button: "Choisir une offre",
    },
    double: {
      heading: "Vous payez {{plan}} deux fois",
      text: "Deux abonnements sont actifs pour votre espace de travail : vous payez deux fois. Pour que le second paiement vous soit rendu, mettez fin à l’un d’eux dans « Factures et paiement » et répondez à l’e-mail de sa facture. L’exploitant d’Acta en a été informé.",
      button: "Ouvrir l’offre",
    },
  },
  receipt: {
    heading: "Votre compte Acta a été supprimé",
    text: "Votre compte et tout ce qui lui appartenait ont été supprimés le {{date}} : réunions, comptes rendus, transcriptions, enregistrements, discussions et liens.",
    kept_one:
      "Un enregistrement est conservé, car la réunion d’une autre personne l’utilise. Plus rien ne le relie à vous.",
    kept_other:
      "{{count}} enregistrements sont conservés, car les réunions d’autres personnes les utilisent. Plus rien ne les relie à vous.",
    last: "Ceci est le dernier e-mail d’Acta. Votre adresse sera supprimée dans les 24 heures.",
  },
  parked: {
    subject: "Non envoyé : {{name}}",
    heading: "Un envoi a échoué",
    happened: "Acta n’a pas pu envoyer quelque chose à {{name}} ({{kind}}) et ne réessaie pas d’elle-même.",
    text: "Les paramètres indiquent de quoi il s’agit et pourquoi, et permettent de l’envoyer à nouveau. Vous ne recevrez pas d’autre e-mail à ce sujet tant que rien n’y est arrivé.",
    open: "Ouvrir les paramètres",
  },
  reconnect: {
    subject: "Reconnectez votre agenda : {{account}}",
    heading: "Reconnectez votre agenda",
    happened: {
      google: "Google ne permet plus à Acta de lire les agendas de {{account}}.",
      microsoft: "Microsoft ne permet plus à Acta de lire les agendas de {{account}}.",
      ics: "L’adresse de l’agenda {{account}} ne fonctionne plus.",
    },
    text: "Tant que vous ne l’avez pas reconnecté, Acta ne rejoint aucune de ses réunions. Vos choix pour ses agendas sont conservés.",
    open: "Ouvrir les paramètres",
  },
  soon: {
    subject: "Acta rejoindra la réunion dans une heure : {{title}}",
    heading: "Acta rejoindra la réunion dans une heure",
    untitled: "Réunion",
    why: {
      organiser: "La réunion est dans votre agenda {{calendar}} et vous l’organisez.",
      accepted: "La réunion est dans votre agenda {{calendar}} et vous l’avez acceptée.",
      "switched-on": "La réunion est dans votre agenda {{calendar}} et vous avez choisi qu’Acta la rejoigne.",
    },
    text: "Vous n’avez rien à faire. Si Acta ne doit pas rejoindre cette réunion, utilisez le bouton ; vos autres réunions restent telles quelles.",
    keepOut: "Tenir Acta à l’écart de cette réunion",
    question: "Tenir Acta à l’écart de cette réunion ?",
    explained:
      "Acta ne rejoindra pas cette réunion, mais elle seule. Tout le reste demeure tel quel, et vous pouvez changer cela sur l’accueil.",
    button: "Tenir Acta à l’écart",
    doneTitle: "Acta reste à l’écart",
    done: "Acta ne rejoint pas cette réunion. Si Acta est déjà dans l’appel, terminez l’enregistrement sur la page de la réunion.",
    goneTitle: "Ce lien ne fonctionne plus",
    gone: "La réunion est terminée, a été modifiée ou n’est plus dans votre agenda.",
  },
  limit: {
    subject: "Acta ne rejoint pas la réunion : {{title}}",
    heading: "Acta ne rejoint pas cette réunion",
    why: "La réunion est dans votre agenda {{calendar}}. Les {{limit}} enregistrements de votre offre sont épuisés : Acta ne rejoint ni cette réunion ni les suivantes.",
    todo: "Choisissez une offre sans limite et Acta rejoindra de nouveau vos réunions. Celle-ci aussi, si vous choisissez l’offre avant son début. Vos enregistrements, comptes rendus et agendas restent tels quels.",
    open: "Choisir une offre",
  },
  confirm: {
    subject: "Confirmez votre adresse pour Acta",
    heading: "Confirmez votre adresse",
    text: "{{name}} a ouvert une session sur Acta et a indiqué cette adresse. Si vous êtes {{name}}, ouvrez le lien dans le navigateur où vous l’avez demandé. Il fonctionne pendant {{hours}} heures.",
    does: "Acta enverra ici les e-mails de {{name}}. Ouvert dans le navigateur où il a été demandé, le lien permet aussi à {{name}} de lire ce que d’autres montrent à cette adresse et d’accepter ses invitations à des équipes.",
    button: "Confirmer l’adresse",
    notYou:
      "Si vous n’êtes pas {{name}}, ne faites rien et ne transférez pas cet e-mail. Si vous avez confirmé par erreur, ouvrez le même lien et reprenez l’adresse.",
    question: "Confirmer cette adresse pour {{name}} ?",
    explained:
      "Confirmez seulement si vous êtes {{name}}. Vous pourrez reprendre l’adresse plus tard, par le même lien ou dans les paramètres.",
    doneTitle: "Adresse confirmée",
    end: {
      proven:
        "Acta envoie désormais vos e-mails à cette adresse, et vous pouvez ouvrir ce que d’autres lui montrent. Dans les paramètres, vous pouvez activer et désactiver chaque type d’e-mail.",
      mails:
        "Acta envoie désormais les e-mails de {{name}} à cette adresse. Pour lire aussi ce que d’autres lui montrent, {{name}} ouvre le même lien dans le navigateur où il a été demandé.",
      "vouched-elsewhere":
        "Acta envoie désormais vos e-mails à cette adresse. Ce que d’autres lui montrent s’ouvre dans le compte qui se connecte avec elle.",
    },
    confirmed: "{{name}} reçoit des e-mails à {{address}}. Si vous n’êtes pas {{name}}, reprenez l’adresse.",
    takeBack: "Reprendre l’adresse",
    backTitle: "Adresse reprise",
    back: "Acta n’envoie plus ici d’e-mails de cette personne, et elle ne peut pas ouvrir ce que d’autres montrent à cette adresse.",
    goneTitle: "Ce lien ne fonctionne plus",
    gone: "Il a plus de {{hours}} heures, ou un lien plus récent l’a remplacé. Demandez-en un nouveau dans les paramètres.",
  },
  invitation: {
    subject: "{{inviter}} vous invite à rejoindre {{team}} sur Acta",
    heading: "Rejoignez {{team}} sur Acta",
    text: "{{inviter}} a une place pour vous dans {{team}}. Acta enregistre les réunions que vous choisissez et en écrit les comptes rendus. L’équipe paie la place, et vos réunions restent les vôtres.",
    button: "Ouvrir l’invitation",
    term: "Le lien fonctionne pendant {{days}} jours, pour cette adresse seulement. Si vous ne connaissez pas {{inviter}}, ne faites rien.",
  },
  followUp: {
    open: "Ouvrir la réunion",
    stop: "Ne plus recevoir ce type d’e-mail",
    stopText:
      "Acta n’enverra plus d’e-mails de suivi à l’adresse de ce lien, quelle que soit la personne qui les écrit.",
    stopped: "Si le lien est valable, Acta n’enverra plus d’e-mails de suivi à l’adresse correspondante.",
  },
  digest: {
    subject: "Votre semaine, du {{from}} au {{to}}",
    heading: "Votre semaine",
    week: "{{from}} – {{to}}",
    meetings: "Comptes rendus de la semaine dernière",
    tasks: "Vos tâches ouvertes",
    more_one: "Et une autre réunion.",
    more_other: "Et {{count}} autres réunions.",
    moreTasks: "Vous avez d’autres tâches ouvertes.",
    open: "Ouvrir l’historique",
    unconfirmed: "Non confirmé",
    allTasks: "Toutes vos tâches",
  },
  footer: {
    whyMeeting: "Vous recevez cet e-mail car cette réunion est la vôtre.",
    whyAccount: "Vous recevez cet e-mail car vous avez un compte Acta.",
    whyDeleted: "Vous recevez cet e-mail car vous avez demandé à Acta de supprimer votre compte.",
    whyAsked: "Vous recevez cet e-mail car {{name}} a indiqué cette adresse dans Acta.",
    whyCalendar: "Vous recevez cet e-mail car vous avez connecté cet agenda à Acta.",
    whyParked: "Vous recevez cet e-mail car vous avez connecté cette destination à Acta.",
    whySoon: "Vous recevez cet e-mail car vous avez activé les e-mails avant les réunions.",
    whyDigest: "Vous recevez cet e-mail car vous avez activé le résumé hebdomadaire.",
    whyInvited: "Vous recevez cet e-mail car {{inviter}} a indiqué cette adresse dans Acta.",
    whyShown: "Vous recevez cet e-mail car {{by}} a indiqué votre adresse pour cette réunion dans Acta.",
    whyFollowUp:
      "Vous recevez cet e-mail car {{by}} ({{address}}) vous l’a envoyé depuis une réunion dans Acta. Si vous répondez, votre réponse parviendra à {{by}}.",
    stop: "Ne plus recevoir ce type d’e-mail",
    settings: "Paramètres",
  },
  unsubscribe: {
    title: "E-mails d’Acta",
    question: "Ne plus recevoir ces e-mails ?",
    text: "Acta n’enverra plus d’e-mails de ce type à la personne à qui ce lien appartient. Rien d’autre ne change.",
    kind: "Type : {{kind}}",
    stop: "Ne plus les recevoir",
    doneTitle: "C’est fait",
    done: "Si le lien est valide, Acta n’envoie plus d’e-mails de ce type. Dans les paramètres, vous pouvez activer et désactiver chaque type.",
    toSettings: "Aller aux paramètres",
  },
};

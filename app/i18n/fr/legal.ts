import type { Texts } from "#app/i18n/types.ts";

export const legal: Texts["legal"] = {
  draft:
    "L’exploitant de cette installation doit compléter cette page avec son nom, son adresse et le droit applicable, et la faire vérifier, avant d’offrir le service à d’autres.",
  otherTerms: "Politique de confidentialité",
  otherPrivacy: "Conditions générales",
  terms: {
    title: "Conditions générales",
    lead: "Ce que vous et l’exploitant d’Acta pouvez attendre l’un de l’autre.",
    what: {
      heading: "Ce que fait Acta",
      text: "Acta prend l’enregistrement d’une réunion, transcrit ce qui a été dit et en fait un résumé dont chaque ligne renvoie à son moment dans l’enregistrement.",
    },
    consent: {
      heading: "L’accord, c’est à vous de l’obtenir",
      text: "N’importez un enregistrement que si toutes les personnes qu’on y entend ont accepté d’être enregistrées et transcrites. Dans beaucoup de pays, la loi l’exige.",
    },
    content: {
      heading: "Ce que vous importez reste à vous",
      text: "L’enregistrement, la transcription et le résumé sont à vous. L’exploitant ne s’en sert que pour vous les montrer et faire ce que vous demandez.",
    },
    machine: {
      heading: "Les machines se trompent",
      text: "La transcription et le résumé sont écrits par des machines et peuvent contenir des erreurs. Écoutez le moment avant de vous fier à une ligne.",
    },
    fair: {
      heading: "Usage raisonnable",
      text: "N’importez rien dont vous n’avez pas les droits, n’essayez pas d’accéder à ce qui appartient à d’autres et ne surchargez pas le service. Tout compte qui enfreint ces règles peut être fermé.",
    },
    plan: {
      heading: "Les offres",
      text: "L’offre gratuite comprend {{uploads}} imports et {{recordings}} enregistrements. Les offres payantes se renouvellent pour un mois ou un an jusqu’à leur résiliation ; elles continuent alors jusqu’à la fin de la période payée. Rien n’est supprimé quand une offre se termine.",
    },
    credits: {
      heading: "Le travail d’autrui",
      text: "Sur une seule machine, la parole est reconnue par Whisper (OpenAI, licence MIT) ou Parakeet TDT 0.6B v3 (NVIDIA, CC BY 4.0) après le détecteur de voix de Silero (MIT), dans sherpa-onnx (Apache 2.0) ; les voix sont distinguées par la segmentation de pyannote (CNRS, MIT) et CAM++ de 3D-Speaker (Apache 2.0). Un nouveau modèle est essayé sur une phrase du discours d’investiture de J. F. Kennedy (domaine public). Les listes de mots courants viennent de wordfreq (CC BY-SA 4.0).",
    },
    end: {
      heading: "Y mettre fin",
      text: "Vous pouvez arrêter à tout moment : les paramètres de confidentialité permettent de supprimer le compte et tout ce qu’il contient. Pour toute question, écrivez à {{email}}.",
    },
  },
  privacy: {
    title: "Politique de confidentialité",
    lead: "Ce qui est conservé, combien de temps, et qui le traite.",
    stored: {
      heading: "Ce qui est conservé",
      text: "De votre compte : nom, adresse e-mail, le fournisseur avec lequel vous vous connectez et le numéro qu’il vous donne, langue et fuseau horaire et, quand vous les indiquez, téléphone, entreprise, type d’emploi et ce que vous choisissez dans les paramètres. De vos réunions : titre, date, enregistrement, transcription, résumé, vos questions et leurs réponses, et ce qui est arrivé à chacune et quand. Des agendas que vous connectez : l’accès à ceux-ci, et les titres, heures, liens et invités de leurs événements. De vos sessions : quand elles ont commencé et servi pour la dernière fois, et le nom du navigateur, son système et son fuseau horaire. De vos clés d’API : leur nom, ce qu’elles permettent, leur création et leur dernière utilisation.",
    },
    notStored: {
      heading: "Ce qui n’est pas conservé",
      text: "Aucun mot de passe, aucune publicité, aucun profil de ce que vous faites ailleurs. Les journaux contiennent des nombres et des heures, jamais ce qui a été dit.",
    },
    cookies: {
      heading: "Cookies",
      text: "Un cookie vous maintient connecté. Un autre dure les dix minutes de la connexion. Quatre retiennent la langue, le fuseau horaire, le thème et la largeur du menu. Aucun ne vous suit ailleurs. Pour compter les boutons utilisés, le navigateur garde un nombre aléatoire qui change après 30 minutes sans action ; avec Do Not Track ou Global Privacy Control, rien n’est compté.",
    },
    duration: {
      heading: "Combien de temps",
      text: "Les réunions et le compte restent jusqu’à leur suppression, ou aussi longtemps que vous le choisissez dans les paramètres de confidentialité. Après la suppression du compte, votre adresse reste 24 heures au plus, pour l’e-mail de confirmation. Un hachage à clé de votre connexion avec le nombre de réunions gratuites utilisées reste un an et ne nomme personne. Une session prend fin après 30 jours sans usage et au plus tard après 180 jours. Un import dont les données n’arrivent jamais est supprimé au bout d’un jour, et un import interrompu au bout de sept jours.",
    },
    payments: {
      heading: "Paiements",
      text: "Stripe encaisse le paiement des offres et établit les factures. Il reçoit votre nom, votre adresse e-mail et ce que vous saisissez sur ses pages ; Acta ne voit jamais votre carte. Les factures restent chez Stripe après la suppression de votre compte, comme la loi l’exige.",
    },
    hosting: {
      heading: "Qui le traite",
      text: "Acta fonctionne chez Cloudflare, qui conserve les données et fournit les pages. Google ou Microsoft confirment qui vous êtes quand vous vous connectez ; ils ne voient pas vos réunions.",
    },
    hostingOwn: {
      heading: "Qui le traite",
      text: "Acta fonctionne sur un serveur de son exploitant, qui conserve les données et fournit les pages. Les services proposés sur la page de connexion confirment qui vous êtes ; ils ne voient pas vos réunions.",
    },
    speechNone: {
      heading: "Reconnaissance vocale",
      text: "Aucun moteur vocal n’est configuré ici. Les transcriptions viennent des sous-titres de l’enregistrement, et rien n’est envoyé ailleurs pour cela.",
    },
    speechServer: {
      heading: "Reconnaissance vocale",
      text: "Le son de l’enregistrement est envoyé au serveur vocal que l’exploitant a choisi, et à aucun autre.",
    },
    speechLocal: {
      heading: "Reconnaissance vocale",
      text: "Le son de l’enregistrement est reconnu sur la machine où tourne Acta. Il n’est envoyé nulle part.",
    },
    voicesLocal: {
      heading: "Voix",
      text: "Pour distinguer les personnes qui parlent, des nombres qui décrivent le son de chaque passage de voix sont conservés avec le texte de l’enregistrement, et supprimés avec lui. Ils ne sont comparés à une autre réunion que pour une personne qui a activé les voix mémorisées, décrites ci-dessous.",
    },
    voicesServer: {
      heading: "Voix",
      text: "Le son va aussi à un serveur de l’exploitant qui distingue les voix et ne conserve rien. Pour distinguer les personnes qui parlent, des nombres qui décrivent le son de chaque passage de voix sont conservés avec le texte de l’enregistrement, et supprimés avec lui. Ils ne sont comparés à une autre réunion que pour une personne qui a activé les voix mémorisées, décrites ci-dessous.",
    },
    voicesSaved: {
      heading: "Voix mémorisées",
      text: "Désactivé tant que vous ne l’activez pas dans les paramètres de confidentialité. Vous pouvez alors enregistrer la voix d’une personne qui a donné son accord : un nom et 192 nombres qui décrivent le son de la voix. Ce sont des données biométriques (RGPD, article 9), et leur base est le consentement explicite de cette personne, que vous confirmez pour chaque voix. Acta s’en sert pour une seule chose : vous demander, dans les réunions suivantes, si une personne qui parle est celle-là. Personne d’autre ne les voit. Ils sont supprimés quand leur délai est écoulé (un an, si vous n’en choisissez pas un autre), quand vous supprimez la voix, désactivez cette fonction ou supprimez votre compte ; les copies de sauvegarde disparaissent dans les 30 jours. Qui retire son consentement s’adresse à vous, ou écrit à {{email}}.",
    },
    speechCloudflare: {
      heading: "Reconnaissance vocale",
      text: "Le son de l’enregistrement est reconnu par Cloudflare Workers AI.",
    },
    languageLocal: {
      heading: "Résumés",
      text: "Les résumés sont faits sur le serveur lui-même, avec des phrases de la transcription. Rien n’est envoyé ailleurs pour cela.",
    },
    languageServer: {
      heading: "Résumés",
      text: "La transcription est envoyée au modèle de langage que l’exploitant a choisi, et à aucun autre.",
    },
    languageCloudflare: { heading: "Résumés", text: "La transcription est résumée par Cloudflare Workers AI." },
    rights: {
      heading: "Vos droits",
      text: "Vous pouvez voir, corriger, emporter et supprimer ce qui est conservé sur vous. Les paramètres de confidentialité offrent tout ce qu’il faut pour cela. Pour toute question, écrivez à {{email}}.",
    },
  },
};

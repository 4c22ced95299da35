export const legal = {
  draft:
    "The operator of this installation has to complete this page with their name, address and the law that applies, and have it checked, before the service is offered to others.",
  otherTerms: "Privacy Policy",
  otherPrivacy: "Terms and Conditions",
  terms: {
    title: "Terms and Conditions",
    lead: "What you and the operator of Acta can expect of each other.",
    what: {
      heading: "What Acta does",
      text: "Acta takes the recording of a meeting, writes down what was said, and makes a summary in which every line points at its moment in the recording.",
    },
    consent: {
      heading: "Getting consent is up to you",
      text: "Upload a recording only if everybody who can be heard in it has agreed to being recorded and to having it written down. In many countries the law asks for that.",
    },
    content: {
      heading: "What you upload stays yours",
      text: "The recording, the transcript and the summary are yours. The operator uses them only to show them to you and to do what you ask for.",
    },
    machine: {
      heading: "Machines make mistakes",
      text: "Transcript and summary are written by machines and can be wrong. Play the moment before you rely on a line.",
    },
    fair: {
      heading: "Fair use",
      text: "Do not upload what you have no right to, do not try to reach what belongs to others, and do not overload the service. An account that does any of this can be closed.",
    },
    plan: {
      heading: "Plans",
      text: "The free plan has {{uploads}} uploads and {{recordings}} recordings. Paid plans renew for a month or a year until you cancel them; they then run until the paid time is over. Nothing is deleted when a plan ends.",
    },
    credits: {
      heading: "Work of others",
      text: "Speech is recognised on one machine by Whisper (OpenAI, MIT licence) or Parakeet TDT 0.6B v3 (NVIDIA, CC BY 4.0) after Silero’s voice detector (MIT), in sherpa-onnx (Apache 2.0); voices are told apart by pyannote’s segmentation (CNRS, MIT) and 3D-Speaker’s CAM++ (Apache 2.0). A new model is tried on a sentence of J. F. Kennedy’s inaugural address (public domain). The lists of common words come from wordfreq (CC BY-SA 4.0).",
    },
    end: {
      heading: "Ending it",
      text: "You can stop at any time: the privacy settings delete the account and everything in it. With questions write to {{email}}.",
    },
  },
  privacy: {
    title: "Privacy Policy",
    lead: "What is stored, for how long, and who handles it.",
    stored: {
      heading: "What is stored",
      text: "Of your account: name, e-mail address, the provider you sign in with and its number for you, language and time zone, and once you enter them phone, company, employment type and what you choose in the settings. Of your meetings: title, date, recording, transcript, summary, your questions and their answers, and what happened to each and when. Of calendars that you connect: access to them, and the titles, times, links and guests of their events. Of your sessions: when they began and were last used, and the name of the browser, its system and its time zone. Of API keys: their names, what they allow, and when they were created and last used.",
    },
    notStored: {
      heading: "What is not stored",
      text: "No password, no advertising, no profile of what you do on other sites. Logs hold numbers and times, never what was said.",
    },
    cookies: {
      heading: "Cookies",
      text: "One keeps you signed in. One lasts for the ten minutes of signing in. Four remember language, time zone, theme and the width of the menu. None follows you elsewhere. To count which buttons are used, the browser keeps a random number that changes after 30 minutes without an action; with Do Not Track or Global Privacy Control nothing is counted.",
    },
    duration: {
      heading: "For how long",
      text: "Meetings and account stay until they are deleted, or for as long as you choose in the privacy settings. After the account, your address stays for 24 hours at most, for the receipt. A keyed hash of your sign-in with the number of free meetings that you used stays for a year and names nobody. A session ends after 30 days without use and after 180 days at most. An upload whose data never arrives is removed after a day, and one that was interrupted after seven days.",
    },
    payments: {
      heading: "Payments",
      text: "Stripe takes payments for plans and writes the invoices. It gets your name, your e-mail address and what you enter on its pages; Acta never sees a card. Invoices stay at Stripe after you delete your account, as the law asks.",
    },
    hosting: {
      heading: "Who handles it",
      text: "Acta runs on Cloudflare, which stores the data and delivers the pages. Google or Microsoft confirm who you are when you sign in; they do not see your meetings.",
    },
    hostingOwn: {
      heading: "Who handles it",
      text: "Acta runs on a server of its operator, which stores the data and delivers the pages. The services that the sign-in page offers confirm who you are; they do not see your meetings.",
    },
    speechNone: {
      heading: "Speech recognition",
      text: "No speech engine is set up here. Transcripts come from the captions in the recording, and nothing is sent out for it.",
    },
    speechServer: {
      heading: "Speech recognition",
      text: "The sound of a recording is sent to the speech server that the operator has chosen, and to no other.",
    },
    speechLocal: {
      heading: "Speech recognition",
      text: "The sound of a recording is recognised on the machine that Acta runs on. It is sent nowhere.",
    },
    voicesLocal: {
      heading: "Voices",
      text: "So that speakers can be told apart, numbers that describe how each stretch of a voice sounds are stored with the recording’s text, and deleted with it. They are compared with another meeting only for a person who has switched on remembered voices, described below.",
    },
    voicesServer: {
      heading: "Voices",
      text: "The sound also goes to a server of the operator that tells voices apart and keeps nothing. So that speakers can be told apart, numbers that describe how each stretch of a voice sounds are stored with the recording’s text, and deleted with it. They are compared with another meeting only for a person who has switched on remembered voices, described below.",
    },
    voicesSaved: {
      heading: "Remembered voices",
      text: "Off until you switch it on in the privacy settings. You may then save the voice of somebody who has agreed: a name, and 192 numbers that describe how the voice sounds. They are biometric data (GDPR, Article 9), and their basis is that person’s explicit consent, which you confirm for each voice. Acta uses them for one thing: to ask you in later meetings whether a speaker is that person. Nobody else sees them. They are deleted when their time is over (a year, unless you choose another), when you delete the voice, switch this off or delete your account; copies in backups go within 30 days. Whoever takes their consent back asks you, or writes to {{email}}.",
    },
    speechCloudflare: {
      heading: "Speech recognition",
      text: "The sound of a recording is recognised by Cloudflare Workers AI.",
    },
    languageLocal: {
      heading: "Summaries",
      text: "Summaries are made on the server itself, out of sentences of the transcript. Nothing is sent out for it.",
    },
    languageServer: {
      heading: "Summaries",
      text: "The transcript is sent to the language model that the operator has chosen, and to no other.",
    },
    languageCloudflare: { heading: "Summaries", text: "The transcript is summarised by Cloudflare Workers AI." },
    rights: {
      heading: "Your rights",
      text: "You can see, correct, take away and delete what is stored about you. The privacy settings have everything for that. With questions write to {{email}}.",
    },
  },
} as const;

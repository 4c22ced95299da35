import type { Texts } from "#app/i18n/types.ts";

export const legal: Texts["legal"] = {
  draft:
    "Qui gestiona aquesta instal·lació ha de completar aquesta pàgina amb el seu nom, l’adreça i la llei aplicable, i fer-la revisar, abans d’oferir el servei a altres persones.",
  otherTerms: "Política de privacitat",
  otherPrivacy: "Termes i condicions",
  terms: {
    title: "Termes i condicions",
    lead: "El que tu i qui gestiona Acta podeu esperar l’un de l’altre.",
    what: {
      heading: "Què fa Acta",
      text: "Acta pren la gravació d’una reunió, escriu el que s’hi va dir i en fa un resum en què cada línia assenyala el seu moment a la gravació.",
    },
    consent: {
      heading: "El consentiment l’has d’obtenir tu",
      text: "Puja una gravació només si totes les persones que s’hi senten han acceptat que es gravi i es posi per escrit. En molts països ho exigeix la llei.",
    },
    content: {
      heading: "El que puges continua sent teu",
      text: "La gravació, la transcripció i el resum són teus. Qui gestiona el servei els fa servir només per mostrar-te’ls i fer el que demanes.",
    },
    machine: {
      heading: "Les màquines s’equivoquen",
      text: "La transcripció i el resum els escriuen màquines i poden contenir errors. Escolta el moment abans de refiar-te d’una línia.",
    },
    fair: {
      heading: "Ús raonable",
      text: "No pugis res a què no tinguis dret, no intentis arribar al que és d’altres i no sobrecarreguis el servei. El compte de qui ho faci es pot tancar.",
    },
    plan: {
      heading: "Els plans",
      text: "El pla gratuït té {{uploads}} pujades i {{recordings}} gravacions. Els plans de pagament es renoven per un mes o un any fins que els cancel·les; aleshores continuen fins que s’acaba el temps pagat. Quan s’acaba un pla no s’elimina res.",
    },
    credits: {
      heading: "Feina d’altres",
      text: "En un sol ordinador, la veu la reconeixen Whisper (OpenAI, llicència MIT) o Parakeet TDT 0.6B v3 (NVIDIA, CC BY 4.0) després del detector de veu de Silero (MIT), en sherpa-onnx (Apache 2.0); les veus es distingeixen amb la segmentació de pyannote (CNRS, MIT) i CAM++ de 3D-Speaker (Apache 2.0). Un model nou es prova amb una frase del discurs d’investidura de J. F. Kennedy (domini públic). Les llistes de paraules freqüents venen de wordfreq (CC BY-SA 4.0).",
    },
    end: {
      heading: "Deixar-ho",
      text: "Ho pots deixar quan vulguis: a la configuració de privacitat s’eliminen el compte i tot el que conté. Si tens preguntes, escriu a {{email}}.",
    },
  },
  privacy: {
    title: "Política de privacitat",
    lead: "Què es desa, durant quant de temps i qui ho tracta.",
    stored: {
      heading: "Què es desa",
      text: "Del teu compte: nom, adreça de correu, el proveïdor amb què entres i el número que et dona, idioma i zona horària i, quan els indiques, telèfon, empresa, tipus de feina i el que tries a la configuració. De les teves reunions: títol, data, gravació, transcripció, resum, les teves preguntes i les respostes, i què li va passar a cadascuna i quan. Dels calendaris que connectes: l’accés i els títols, hores, enllaços i convidats dels seus esdeveniments. De les teves sessions: quan van començar i es van fer servir per última vegada, i el nom del navegador, el seu sistema i la seva zona horària. De les claus d’API: el nom, el que permeten, i quan es van crear i es van fer servir per última vegada.",
    },
    notStored: {
      heading: "Què no es desa",
      text: "Cap contrasenya, cap publicitat, cap perfil del que fas en altres llocs. Els registres contenen números i hores, mai el que es va dir.",
    },
    cookies: {
      heading: "Galetes",
      text: "Una manté la teva sessió. Una altra dura els deu minuts de l’inici de sessió. Quatre recorden idioma, zona horària, tema i amplada del menú. Cap no et segueix a altres llocs. Per comptar quins botons es fan servir, el navegador desa un nombre aleatori que canvia després de 30 minuts sense accions; amb Do Not Track o Global Privacy Control no es compta res.",
    },
    duration: {
      heading: "Durant quant de temps",
      text: "Les reunions i el compte es queden fins que s’eliminen, o el temps que triïs a la configuració de privacitat. Després del compte, la teva adreça es queda 24 hores com a molt, per al justificant. Un hash amb clau del teu inici de sessió amb el nombre de reunions gratuïtes que vas fer servir es desa un any i no conté cap nom. Una sessió s’acaba després de 30 dies sense ús i, com a molt, al cap de 180 dies. Una pujada de la qual no arriben mai les dades s’elimina al cap d’un dia, i una d’interrompuda, al cap de set.",
    },
    payments: {
      heading: "Pagaments",
      text: "Stripe cobra els plans i emet les factures. Rep el teu nom, el teu correu electrònic i el que escrius a les seves pàgines; Acta no veu mai cap targeta. Les factures es queden a Stripe després d’eliminar el compte, com demana la llei.",
    },
    hosting: {
      heading: "Qui ho tracta",
      text: "Acta funciona a Cloudflare, que desa les dades i lliura les pàgines. Google o Microsoft confirmen qui ets quan entres; no veuen les teves reunions.",
    },
    hostingOwn: {
      heading: "Qui ho tracta",
      text: "Acta funciona en un servidor de qui la gestiona, que desa les dades i lliura les pàgines. Els serveis que ofereix la pàgina d’inici de sessió confirmen qui ets; no veuen les teves reunions.",
    },
    speechNone: {
      heading: "Reconeixement de veu",
      text: "Aquí no hi ha cap motor de veu configurat. Les transcripcions surten dels subtítols de la gravació i no s’envia res fora per fer-les.",
    },
    speechServer: {
      heading: "Reconeixement de veu",
      text: "El so de la gravació s’envia al servidor de veu que ha triat qui gestiona el servei, i a cap altre.",
    },
    speechLocal: {
      heading: "Reconeixement de veu",
      text: "El so de la gravació es reconeix a l’ordinador on funciona Acta. No s’envia enlloc.",
    },
    voicesLocal: {
      heading: "Veus",
      text: "Per distingir qui parla, amb el text de la gravació es desen nombres que descriuen com sona cada tram de veu, i s’eliminen amb ell. Només es comparen amb una altra reunió per a qui ha activat les veus recordades, que es descriuen a sota.",
    },
    voicesServer: {
      heading: "Veus",
      text: "El so va també a un servidor de qui gestiona el servei; aquest servidor distingeix les veus i no desa res. Per distingir qui parla, amb el text de la gravació es desen nombres que descriuen com sona cada tram de veu, i s’eliminen amb ell. Només es comparen amb una altra reunió per a qui ha activat les veus recordades, que es descriuen a sota.",
    },
    voicesSaved: {
      heading: "Veus recordades",
      text: "Desactivades fins que les activis a la configuració de privacitat. Aleshores pots desar la veu d’algú que hi hagi consentit: un nom i 192 nombres que descriuen com sona la veu. Són dades biomètriques (RGPD, article 9) i la seva base és el consentiment explícit d’aquella persona, que confirmes per a cada veu. Acta les fa servir per a una sola cosa: preguntar-te en reunions posteriors si qui parla és aquella persona. Ningú més no les veu. S’eliminen quan s’acaba el seu termini (un any, si no en tries un altre), quan elimines la veu, desactives aquesta funció o elimines el compte; les còpies de seguretat desapareixen en un termini de 30 dies. Qui vulgui retirar el consentiment t’ho ha de demanar a tu o ha d’escriure a {{email}}.",
    },
    speechCloudflare: {
      heading: "Reconeixement de veu",
      text: "El so de la gravació el reconeix Cloudflare Workers AI.",
    },
    languageLocal: {
      heading: "Resums",
      text: "Els resums es fan al mateix servidor, amb frases de la transcripció. No s’envia res fora per fer-los.",
    },
    languageServer: {
      heading: "Resums",
      text: "La transcripció s’envia al model de llenguatge que ha triat qui gestiona el servei, i a cap altre.",
    },
    languageCloudflare: { heading: "Resums", text: "La transcripció la resumeix Cloudflare Workers AI." },
    rights: {
      heading: "Els teus drets",
      text: "Pots veure, corregir, endur-te i eliminar el que es desa sobre tu. A la configuració de privacitat hi ha tot el que cal. Si tens preguntes, escriu a {{email}}.",
    },
  },
};

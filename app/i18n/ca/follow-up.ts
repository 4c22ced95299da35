import type { Texts } from "#app/i18n/types.ts";

export const followUp: Texts["connections"]["followUp"] = {
  title: "Correu de seguiment",
  lead: "Escrit a partir de l’acta. Canvia el que vulguis; no s’envia res fins que premis el botó.",
  to: "Per a",
  toHint: "Un correu per adreça, {{max}} com a màxim. Separa les adreces amb comes o salts de línia.",
  toNone: "Cap calendari no diu qui hi estava convidat. Escriu les adreces.",
  language: "Idioma",
  languageHint: "Les línies de l’acta es queden en {{language}}, tal com estan.",
  fill: "Torna’l a escriure en {{language}}",
  kept: "Els teus canvis es conserven. Si es torna a escriure en {{language}}, es perden.",
  subject: "Assumpte",
  text: "Text",
  link: "Afegeix un enllaç a la reunió",
  linkHint:
    "Fa servir l’enllaç de la reunió, o en crea un. Qualsevol que el tingui el pot obrir; a «Comparteix» es veu què mostra.",
  replies: "Les respostes arriben a {{address}}. El correu surt d’Acta i porta el teu nom.",
  send_one: "Envia a {{count}} persona",
  send_other: "Envia a {{count}} persones",
  sendNobody: "Envia",
  program: "Obre al programa de correu",
  copied: "El text és massa llarg per al programa de correu. S’ha copiat: enganxa’l allà.",
  copiedPeople:
    "Les adreces són massa llargues per al programa de correu. Estan copiades, amb el text: enganxa-les allà.",
  cut: "El text és massa llarg per al programa de correu, que només en rep el començament.",
  sent: "Els correus són de camí. A «El que s’ha enviat» pots veure quins han sortit.",
  before_one: "Ja s’ha enviat a {{count}} persona, l’última vegada el {{date}}.",
  before_other: "Ja s’ha enviat a {{count}} persones, l’última vegada el {{date}}.",
  cancel: "Cancel·la",
  again: "Torna-ho a provar",
  invalid: {
    to: "Escriu almenys una adreça.",
    address: "Això no és una adreça de correu: {{address}}",
    many: "Com a màxim {{max}} adreces.",
    subject: "Escriu un assumpte.",
    text: "Escriu un text.",
  },
  series: {
    choose: "Envia’l automàticament després de cada reunió posterior d’aquesta sèrie",
    off: "Desactivat: no s’envia res abans que premis el botó. Si ho actives, els propers seguiments van a les adreces de dalt.",
    on: "Els propers seguiments s’envien sols, {{minutes}} minuts després que l’acta estigui a punt, en {{language}}, a: {{people}}. A la pàgina de la reunió pots aturar o canviar cadascun.",
    onLink:
      "Els propers seguiments s’envien sols, {{minutes}} minuts després que l’acta estigui a punt, en {{language}}, amb un enllaç compartit a la reunió, a: {{people}}. A la pàgina de la reunió pots aturar o canviar cadascun.",
    change: "Utilitza les adreces i l’idioma de dalt",
  },
  plan: {
    goes: "El seguiment s’envia sol a les",
    gone: "El seguiment ja s’ha enviat i no es pot aturar. Ha sortit a les",
    stopped: "No s’enviarà sol cap seguiment d’aquesta reunió.",
    quotations:
      "El seguiment no s’ha enviat sol: en lloc de l’acta hi ha cites, perquè cap model de llenguatge no l’ha escrita.",
    "no-address": "El seguiment no s’ha enviat sol: la teva adreça de correu no està confirmada.",
    "too-many-mails":
      "El seguiment no s’ha enviat sol: s’ha arribat al límit de correus d’un dia. No l’ha rebut ningú.",
    edit: "Edita",
    stop: "No l’enviïs",
    close: "Tanca",
  },
  draft: {
    subject: "Acta: {{title}}",
    greeting: "Hola,",
    lead: "aquí hi ha l’acta de «{{title}}» ({{date}}).",
    end: "Salutacions,",
  },
  error: {
    stop: "No s’ha pogut aturar el seguiment. Torna-ho a provar.",
    series: "No s’ha pogut desar la tria. Torna-ho a provar.",
    load: "No s’ha pogut escriure el correu. Torna-ho a provar.",
    send: "No s’han pogut enviar els correus. Torna-ho a provar.",
    mailOff: "Aquesta instal·lació no envia correus. Obre el missatge al teu programa de correu.",
    noAddress: "Confirma abans la teva adreça de correu a la configuració, perquè t’arribin les respostes.",
    link: "Acta no envia textos amb adreces de pàgines web. Treu-les, o obre el correu al teu programa de correu.",
    tooMany:
      "Són més correus dels que una persona pot enviar, o una adreça rebre, en un dia. No s’ha enviat res. Torna-ho a provar demà, o obre el correu al teu programa de correu.",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const signIn: Texts["signIn"] = {
  title: "Inicia la sessió",
  lead: "Les teves reunions, per escrit. Cada línia assenyala el moment que la demostra.",
  terms: "Accepto els <terms>Termes i condicions</terms> i la <privacy>Política de privacitat</privacy>",
  termsRequired: "Has d’acceptar els Termes i condicions i la Política de privacitat",
  with: "Continua amb {{provider}}",
  reads:
    "Acta llegeix el teu nom i la teva adreça de correu. L’accés als calendaris es demana més endavant, i només si en connectes algun.",
  languages: "Idioma",
  problem: {
    cancelled: "No has acabat d’iniciar la sessió. No ha canviat res. Tria un compte per tornar-ho a provar.",
    expired: "Aquest inici de sessió ha trigat massa o ja s’havia fet servir. Torna a començar.",
    failed: "No hem pogut confirmar qui ets. No has iniciat la sessió. Torna-ho a provar o fes servir l’altre compte.",
    unavailable:
      "El servei d’inici de sessió no respon. No has iniciat la sessió. Torna-ho a provar d’aquí a un minut.",
    "too-many": "Arriben massa inicis de sessió des de la teva xarxa. Espera un minut i torna-ho a provar.",
    ended: "La sessió s’ha acabat. Inicia la sessió per continuar on eres.",
    deleting: "Aquest compte s’està eliminant, amb tot el que conté. Ja no s’hi pot entrar.",
  },
  specimen: {
    label: "Una pàgina d’una acta",
    when: "Dijous, 19 de novembre, 47 min",
    title: "La versió 1.9 i el pilot de Girona",
    payments: "Els pagaments en línia queden fora de la versió 1.9.",
    pilot:
      "El pilot de Girona comença l’1 de desembre amb sis terapeutes i una agenda de paper durant la primera setmana.",
    importer: "L’importador perd el camp de notes en dos de cada tres fitxers. La causa encara no se sap.",
    decision: "La decisió es prendrà dijous vinent.",
  },
};

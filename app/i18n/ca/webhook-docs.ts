import type { Texts } from "#app/i18n/types.ts";

export const webhookDocs: Texts["webhookDocs"] = {
  title: "Rep webhooks",
  lead: "Receptes per a Zapier, Make i n8n, i el que ha de saber un programa teu.",
  settings: "Afegeix un webhook",
  message: {
    heading: "Un missatge",
    text: "Acta envia un POST amb JSON. Només porta identificadors i enllaços, tret que triïs títols, tasques i actes per al webhook.",
  },
  rules: {
    heading: "Regles",
    answer: "Respon amb un estat de 200 a 299 en 15 segons. Fes la feina després.",
    twice:
      "Un missatge pot arribar dues vegades, sempre amb el mateix webhook-id. Desa els identificadors de quatre dies.",
    order: "Els missatges d’una reunió arriben en ordre.",
    tries:
      "Després de qualsevol altra resposta, Acta ho torna a provar durant tres dies. Després de 403 i 404 ho prova durant una hora. Una redirecció o un altre estat de 400 a 499 acaba els intents a l’acte, tret de 408, 409, 425 i 429.",
    address: "L’adreça comença per https, fa servir el port 443 i té un nom públic. Acta no segueix redireccions.",
  },
  verify: {
    heading: "Comprova un missatge",
    text: "Els missatges van signats com descriu Standard Webhooks. La seva biblioteca pren el cos sense canvis, les capçaleres i el secret que Acta va mostrar una vegada:",
    own: "Sense la biblioteca: la capçalera webhook-signature conté «v1,» i el Base64 d’HMAC-SHA-256 sobre webhook-id, un punt, webhook-timestamp, un punt i el cos. La clau és la part del secret que segueix whsec_, descodificada de Base64.",
  },
  zapier: {
    trigger: "Crea un Zap amb l’activador «Webhooks by Zapier» i l’esdeveniment «Catch Hook». Copia’n l’adreça.",
    add: "Afegeix a Acta un webhook amb aquesta adreça. Tria esdeveniments i contingut, i desa el secret.",
    test: "Prem «Envia una prova» a Acta i després «Test trigger» a Zapier.",
    filter:
      "Si has triat més d’un esdeveniment, afegeix un filtre per type. Després afegeix les teves accions. Els camps tenen noms com data__meeting__url.",
    verify: "Per comprovar signatures, tria «Catch Raw Hook» i un pas «Code by Zapier».",
  },
  make: {
    module: "Afegeix el mòdul «Webhooks», «Custom webhook». Copia’n l’adreça en un webhook nou d’Acta.",
    structure:
      "Prem «Redetermine data structure» a Make i «Envia una prova» a Acta. Fes-ho una altra vegada amb un esdeveniment real, perquè Make en conegui els camps.",
    verify:
      'Per comprovar signatures, activa «Get request headers» i compara amb la funció sha256(text; "base64"; key; "base64").',
  },
  n8n: {
    node: "Afegeix el node «Webhook» amb el mètode POST, sense autenticació, la resposta «Immediately» i l’opció «Raw Body». Activa el flux i copia’n l’adreça de producció.",
    add: "Afegeix a Acta un webhook amb aquesta adreça i prem «Envia una prova».",
    verify:
      "Per comprovar signatures, fes servir el node «Code»: la clau és el secret descodificat, que «Crypto» només pren com a text.",
  },
};

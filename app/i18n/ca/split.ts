import type { Texts } from "#app/i18n/types.ts";

export const split: Texts["split"] = {
  title: "Divideix la reunió",
  at: "La segona part comença a {{at}}",
  nothingSaid: "Després no s’hi diu res.",
  lengths: "En aquesta reunió: {{first}}. A la segona: {{second}}.",
  second: "Títol de la segona reunió",
  secondTitle: "{{title}} (2)",
  will: "Què passarà",
  kept: "Aquesta reunió conserva el títol, els enllaços i la conversa. La segona és privada fins que la comparteixis.",
  same: "La segona té la mateixa plantilla, carpeta i etiquetes, i els parlants i les tasques de la seva part.",
  minutes:
    "L’acta de totes dues es redacta de nou, una vegada. L’actual queda entre les versions d’aquesta reunió, amb totes les línies que vas canviar.",
  recording:
    "La gravació continua sent un sol fitxer per a totes dues. Només tu la pots reproduir, perquè conté també l’altra part. Els enllaços, els convidats i el teu equip deixen de tenir-la.",
  paid: "No es torna a transcriure res i el teu pla no compta res.",
  back: "Les pots tornar a ajuntar mentre totes dues existeixin i siguin teves.",
  confirm: "Divideix la reunió",
  pending: "S’està dividint",
  done: "Dividida en dues reunions",
  undo: "Desfés",
  undone: "Torna a ser una sola reunió",
  note: {
    first: "Aquesta és la primera part d’una reunió que vas dividir.",
    second: "Aquesta és la segona part d’una reunió que vas dividir.",
    openFirst: "Obre la primera part",
    openSecond: "Obre la segona part",
    join: "Torna-les a ajuntar",
  },
  join: {
    title: "Torna a ajuntar les dues parts",
    whole: "La primera reunió torna a ser sencera, amb l’acta d’abans de dividir-la.",
    lost: "La segona reunió s’elimina amb els enllaços, la conversa i tot el que s’hi va canviar des d’aleshores.",
    kept: "Les tasques enviades a altres serveis s’hi queden i no s’envien dues vegades.",
    confirm: "Ajunta",
    pending: "S’estan ajuntant",
  },
  error: {
    failed: "No s’ha pogut dividir la reunió. Torna-ho a provar d’aquí a un moment.",
    joinFailed: "No s’han pogut ajuntar. Torna-ho a provar d’aquí a un moment.",
    tooNear: "Cada part necessita almenys deu segons. Tria un altre moment.",
    merged: "Aquesta reunió es compon de diverses gravacions. Separa-les primer.",
    changed:
      "Una de les dues s’ha unit amb una altra, dividit o suprimit en part des d’aleshores: ja no es poden ajuntar.",
    tooMany: "Aquesta reunió ja s’ha dividit nou vegades. Divideix la segona part.",
    busy: "La reunió encara s’està gravant o redactant. Torna-ho a provar quan acabi.",
    notReady: "La reunió encara no té l’acta acabada.",
  },
};

import type { Texts } from "#app/i18n/types.ts";

/** The page behind a link, which the server writes whole: no browser loads these texts to draw it. */
export const shared: Texts["shared"] = {
  preview: "Acta compartida",
  previewText: "Alguien ha compartido contigo el acta de una reunión.",
  sharedBy: "Compartida por {{name}}",
  zone: "(zona horaria: {{city}})",
  hidden: {
    transcript: "Se han compartido el resumen y la grabación; la transcripción, no.",
    recording:
      "Se han compartido el resumen y la transcripción; la grabación, no, y por eso los tiempos son solo texto.",
    both: "Solo se ha compartido el resumen; la transcripción y la grabación, no, y por eso los tiempos son solo texto.",
    nothing: "Se han compartido el resumen, la transcripción y la grabación.",
    textOnly: "Se han compartido el resumen y la transcripción; no hay grabación.",
    summaryOnly: "Solo se ha compartido el resumen; la transcripción, no, y no hay grabación.",
  },
  untilRevoked: "El enlace funciona hasta que {{name}} lo retire.",
  untilDay: "El enlace funciona hasta el {{day}} o hasta que {{name}} lo retire.",
  proof: "Cada marca de tiempo señala el momento que demuestra la línea: púlsala para escucharlo.",
  notYet: "El acta aún no está escrita. Vuelve más tarde; el enlace es el mismo.",
  take: "Descargar",
  picture: "Imagen",
  /** The page of a clip. */
  clip: {
    sharedBy: "Compartido por {{name}}",
    only: "Solo se ha compartido este fragmento de la reunión.",
    words: "Lo que se dice",
    failed: "No se ha podido cargar la grabación. Vuelve a cargar la página o inténtalo más tarde.",
    deleted: "La grabación de esta reunión se ha eliminado.",
    locked: "La grabación de esta reunión no se puede reproducir en este momento.",
    never: "Esta reunión no tiene ninguna grabación que se pueda reproducir aquí.",
    download: "Descargar {{format}}",
    whole: "Abrir la reunión entera: {{title}}",
    preview: "Un fragmento de una reunión, {{length}}.",
  },
  gone: {
    text: "Quien la compartió puede haber retirado el enlace, o el enlace ha caducado. Pídele uno nuevo. Si crees que es un error, escribe a",
    mail: "e indica quién la compartió.",
    signIn: "Iniciar sesión",
    yours: "¿Es tu reunión? Inicia sesión: está en tu historial y desde allí puedes volver a compartirla.",
  },
};

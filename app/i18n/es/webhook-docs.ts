import type { Texts } from "#app/i18n/types.ts";

export const webhookDocs: Texts["webhookDocs"] = {
  title: "Recibir webhooks",
  lead: "Recetas para Zapier, Make y n8n, y lo que un programa propio necesita saber.",
  settings: "Añadir un webhook",
  message: {
    heading: "Un mensaje",
    text: "Acta envía un POST con JSON. Solo lleva identificadores y enlaces, salvo que elijas títulos, tareas y actas para el webhook.",
  },
  rules: {
    heading: "Reglas",
    answer: "Responde con un estado de 200 a 299 en 15 segundos. Haz el trabajo después.",
    twice:
      "Un mensaje puede llegar dos veces, siempre con el mismo webhook-id. Guarda los identificadores de cuatro días.",
    order: "Los mensajes de una reunión llegan en orden.",
    tries:
      "Tras cualquier otra respuesta, Acta lo intenta de nuevo durante tres días. Tras 403 y 404 lo intenta durante una hora. Una redirección u otro estado de 400 a 499 termina los intentos al momento, salvo 408, 409, 425 y 429.",
    address:
      "La dirección empieza por https, usa el puerto 443 y tiene un nombre público. Acta no sigue redirecciones.",
  },
  verify: {
    heading: "Comprobar un mensaje",
    text: "Los mensajes van firmados como describe Standard Webhooks. Su biblioteca toma el cuerpo sin cambios, las cabeceras y el secreto que Acta mostró una vez:",
    own: "Sin la biblioteca: la cabecera webhook-signature contiene «v1,» y el Base64 de HMAC-SHA-256 sobre webhook-id, un punto, webhook-timestamp, un punto y el cuerpo. La clave es la parte del secreto que sigue a whsec_, descodificada de Base64.",
  },
  zapier: {
    trigger: "Crea un Zap con el disparador «Webhooks by Zapier» y el evento «Catch Hook». Copia su dirección.",
    add: "Añade en Acta un webhook con esta dirección. Elige eventos y contenido, y guarda el secreto.",
    test: "Pulsa «Enviar una prueba» en Acta y después «Test trigger» en Zapier.",
    filter:
      "Si elegiste varios eventos, añade un filtro por type. Después añade tus acciones. Los campos tienen nombres como data__meeting__url.",
    verify: "Para comprobar firmas, elige «Catch Raw Hook» y un paso «Code by Zapier».",
  },
  make: {
    module: "Añade el módulo «Webhooks», «Custom webhook». Copia su dirección en un nuevo webhook de Acta.",
    structure:
      "Pulsa «Redetermine data structure» en Make y «Enviar una prueba» en Acta. Hazlo otra vez con un evento real, para que Make conozca sus campos.",
    verify:
      'Para comprobar firmas, activa «Get request headers» y compara con la función sha256(text; "base64"; key; "base64").',
  },
  n8n: {
    node: "Añade el nodo «Webhook» con el método POST, sin autenticación, la respuesta «Immediately» y la opción «Raw Body». Activa el flujo y copia su dirección de producción.",
    add: "Añade en Acta un webhook con esta dirección y pulsa «Enviar una prueba».",
    verify:
      "Para comprobar firmas, usa el nodo «Code»: la clave es el secreto descodificado, que «Crypto» solo toma como texto.",
  },
};

import type { Texts } from "#app/i18n/types.ts";

export const legal: Texts["legal"] = {
  draft:
    "Quien gestiona esta instalación tiene que completar esta página con su nombre, su dirección y la ley aplicable, y hacerla revisar, antes de ofrecer el servicio a otras personas.",
  otherTerms: "Política de privacidad",
  otherPrivacy: "Términos y condiciones",
  terms: {
    title: "Términos y condiciones",
    lead: "Lo que podéis esperar mutuamente tú y quien gestiona Acta.",
    what: {
      heading: "Qué hace Acta",
      text: "Acta toma la grabación de una reunión, escribe lo que se dijo y hace un resumen en el que cada línea señala su momento en la grabación.",
    },
    consent: {
      heading: "Obtener el consentimiento te corresponde a ti",
      text: "Sube una grabación solo si todas las personas a las que se oye han aceptado que se grabe y se ponga por escrito. En muchos países lo exige la ley.",
    },
    content: {
      heading: "Lo que subes sigue siendo tuyo",
      text: "La grabación, la transcripción y el resumen son tuyos. Quien gestiona el servicio los usa solo para mostrártelos y hacer lo que pides.",
    },
    machine: {
      heading: "Las máquinas se equivocan",
      text: "La transcripción y el resumen los escriben máquinas y pueden contener errores. Escucha el momento antes de fiarte de una línea.",
    },
    fair: {
      heading: "Uso razonable",
      text: "No subas aquello a lo que no tienes derecho, no intentes llegar a lo que es de otros y no sobrecargues el servicio. La cuenta de quien lo haga se puede cerrar.",
    },
    plan: {
      heading: "Planes",
      text: "El plan gratuito tiene {{uploads}} subidas y {{recordings}} grabaciones. Los planes de pago se renuevan por un mes o un año hasta que los cancelas; entonces siguen hasta que termina el tiempo pagado. Cuando termina un plan no se borra nada.",
    },
    credits: {
      heading: "Trabajo de otros",
      text: "En un solo equipo, la voz la reconocen Whisper (OpenAI, licencia MIT) o Parakeet TDT 0.6B v3 (NVIDIA, CC BY 4.0) tras el detector de voz de Silero (MIT), en sherpa-onnx (Apache 2.0); las voces se distinguen con la segmentación de pyannote (CNRS, MIT) y CAM++ de 3D-Speaker (Apache 2.0). Un modelo nuevo se prueba con una frase del discurso de investidura de J. F. Kennedy (dominio público). Las listas de palabras frecuentes vienen de wordfreq (CC BY-SA 4.0).",
    },
    end: {
      heading: "Cómo dejarlo",
      text: "Puedes dejarlo cuando quieras: en los ajustes de privacidad se eliminan la cuenta y todo lo que contiene. Si tienes preguntas, escribe a {{email}}.",
    },
  },
  privacy: {
    title: "Política de privacidad",
    lead: "Qué se guarda, durante cuánto tiempo y quién lo trata.",
    stored: {
      heading: "Qué se guarda",
      text: "De tu cuenta: nombre, dirección de correo, el proveedor con el que entras y el número que te da, idioma y zona horaria y, cuando los indicas, teléfono, empresa, tipo de empleo y lo que eliges en los ajustes. De tus reuniones: título, fecha, grabación, transcripción, resumen, tus preguntas y sus respuestas, y qué le pasó a cada una y cuándo. De los calendarios que conectas: el acceso a ellos y los títulos, horas, enlaces e invitados de sus eventos. De tus sesiones: cuándo empezaron y se usaron por última vez, y el nombre del navegador, su sistema y su zona horaria. De las claves de API: su nombre, lo que permiten, y cuándo se crearon y se usaron por última vez.",
    },
    notStored: {
      heading: "Qué no se guarda",
      text: "Ninguna contraseña, ninguna publicidad, ningún perfil de lo que haces en otros sitios. Los registros contienen números y horas, nunca lo que se dijo.",
    },
    cookies: {
      heading: "Cookies",
      text: "Una mantiene tu sesión. Otra dura los diez minutos del inicio de sesión. Cuatro recuerdan idioma, zona horaria, tema y ancho del menú. Ninguna te sigue a otros sitios. Para contar qué botones se usan, el navegador guarda un número al azar que cambia tras 30 minutos sin acciones; con Do Not Track o Global Privacy Control no se cuenta nada.",
    },
    duration: {
      heading: "Durante cuánto tiempo",
      text: "Las reuniones y la cuenta se quedan hasta que se borran, o el tiempo que elijas en los ajustes de privacidad. Después de la cuenta, tu dirección se queda 24 horas como mucho, para el justificante. Un hash con clave de tu inicio de sesión con el número de reuniones gratuitas que usaste se guarda un año y no nombra a nadie. Una sesión termina tras 30 días sin uso y, como mucho, a los 180 días. Una subida cuyos datos nunca llegan se elimina al cabo de un día, y una interrumpida, al cabo de siete.",
    },
    payments: {
      heading: "Pagos",
      text: "Stripe cobra los planes y emite las facturas. Recibe tu nombre, tu correo electrónico y lo que escribas en sus páginas; Acta nunca ve una tarjeta. Las facturas se quedan en Stripe después de borrar tu cuenta, como exige la ley.",
    },
    hosting: {
      heading: "Quién lo trata",
      text: "Acta funciona en Cloudflare, que guarda los datos y entrega las páginas. Google o Microsoft confirman quién eres cuando entras; no ven tus reuniones.",
    },
    hostingOwn: {
      heading: "Quién lo trata",
      text: "Acta funciona en un servidor de quien la gestiona, que guarda los datos y entrega las páginas. Los servicios que ofrece la página de inicio de sesión confirman quién eres; no ven tus reuniones.",
    },
    speechNone: {
      heading: "Reconocimiento de voz",
      text: "Aquí no hay ningún motor de voz configurado. Las transcripciones salen de los subtítulos de la grabación y no se envía nada fuera para ello.",
    },
    speechServer: {
      heading: "Reconocimiento de voz",
      text: "El sonido de la grabación se envía al servidor de voz que ha elegido quien gestiona el servicio, y a ningún otro.",
    },
    speechLocal: {
      heading: "Reconocimiento de voz",
      text: "El sonido de la grabación se reconoce en el equipo en el que funciona Acta. No se envía a ninguna parte.",
    },
    voicesLocal: {
      heading: "Voces",
      text: "Para distinguir a quienes hablan, se guardan con el texto de la grabación números que describen cómo suena cada tramo de voz, y se borran con él. Solo se comparan con otra reunión para quien ha activado las voces recordadas, que se describen abajo.",
    },
    voicesServer: {
      heading: "Voces",
      text: "El sonido va también a un servidor del operador que distingue las voces y no guarda nada. Para distinguir a quienes hablan, se guardan con el texto de la grabación números que describen cómo suena cada tramo de voz, y se borran con él. Solo se comparan con otra reunión para quien ha activado las voces recordadas, que se describen abajo.",
    },
    voicesSaved: {
      heading: "Voces recordadas",
      text: "Está desactivado hasta que lo actives en los ajustes de privacidad. Entonces puedes guardar la voz de alguien que ha dado su consentimiento: un nombre y 192 números que describen cómo suena la voz. Son datos biométricos (RGPD, artículo 9) y su base es el consentimiento explícito de esa persona, que confirmas para cada voz. Acta los usa para una sola cosa: preguntarte en reuniones posteriores si quien habla es esa persona. Nadie más los ve. Se eliminan cuando se acaba su plazo (un año, si no eliges otro), cuando eliminas la voz, desactivas esto o eliminas tu cuenta; las copias de seguridad desaparecen antes de 30 días. Quien retira su consentimiento te lo pide a ti o escribe a {{email}}.",
    },
    speechCloudflare: {
      heading: "Reconocimiento de voz",
      text: "El sonido de la grabación lo reconoce Cloudflare Workers AI.",
    },
    languageLocal: {
      heading: "Resúmenes",
      text: "Los resúmenes se hacen en el propio servidor, con frases de la transcripción. No se envía nada fuera para ello.",
    },
    languageServer: {
      heading: "Resúmenes",
      text: "La transcripción se envía al modelo de lenguaje que ha elegido quien gestiona el servicio, y a ningún otro.",
    },
    languageCloudflare: { heading: "Resúmenes", text: "La transcripción la resume Cloudflare Workers AI." },
    rights: {
      heading: "Tus derechos",
      text: "Puedes ver, corregir, llevarte y borrar lo que se guarda sobre ti. En los ajustes de privacidad está todo para ello. Si tienes preguntas, escribe a {{email}}.",
    },
  },
};

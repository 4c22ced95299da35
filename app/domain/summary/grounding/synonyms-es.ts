/** Groups of Spanish synonyms, one a line; `synonyms.ts` says what a group is. */
export const SYNONYMS_ES = `decidir decidimos decidio decidido decision decide acordar acordo acordado acuerdo acordamos elegir eligio resolver
aprobar aprobo aprobado aprobacion aceptar acepto
mantener mantiene mantendra mantenemos mantuvo conservar quedar queda quedara seguir sigue permanecer
enviar envio envia enviara enviare mandar manda mandara mandare remitir remite hacer_llegar
vender vendio vendido venta vende
comprar compra compro adquirir adquiere adquisicion
empezar empieza empezara comenzar comienza comenzara iniciar inicia inicio arrancar arranca
terminar termina acabar acaba finalizar finaliza concluir
lanzar lanza lanzamiento publicar publica estrenar sacar
subir sube subio subido subida aumentar aumenta aumento incrementar incremento incrementa crecer crece
bajar baja bajo bajado bajada disminuir disminuye reducir reduce reduccion recortar
costar cuesta cuestan coste costes costara precio precios valer vale
alquiler renta arrendamiento
reparar repara arreglar arregla arreglo reparacion
sustituir sustituye reemplazar cambiar cambia cambio
revisar revisa revisara revisare revision comprobar comprueba verificar verifica mirar mira examinar
buscar busca buscara localizar investigar
preparar prepara preparara preparare elaborar elabora redactar
escribir escribe escribira redactar redacta redactara
llamar llama llamara llamare telefonear telefonea contactar
pedir pide pidio pedira solicitar solicita solicitara
reunion reuniones sesion encuentro
mover trasladar traslada traslado mudanza
aplazar aplaza aplazo aplazado retrasar retrasa posponer pospone
organizar organiza organizara planificar preparar
reservar reserva reservara
pagar paga pago pagara abonar abona
contratar contrata contratacion fichar
dimitir dimitio dimision renunciar dejar
necesitar necesita necesitan requerir requiere hace_falta
usar usa utilizar utiliza emplear uso
mostrar muestra ensenar presentar presenta presentacion
informar informa avisar avisa comunicar
ayudar ayuda apoyar apoyo
probar prueba pruebas test ensayo
construir construye construccion
crear crea hacer
quitar quita eliminar elimina borrar suprimir
anadir anade incluir incluye agregar
ahorrar ahorra ahorro
perder pierde perdida pierden
compartir comparte repartir distribuir
firmar firma firmara
actualizar actualiza actualizacion
cerrar cierra cierran cierre cerrara cerrado
abrir abre abrira apertura abierto
grande gran
pequeno reducido
cliente clientes comprador
empleado empleados trabajador trabajadores plantilla personal
problema problemas incidencia dificultad
error errores fallo fallos
propuesta propuestas proponer propone sugerencia sugerir sugiere
dinero fondos presupuesto
importante esencial clave
barato economico
caro costoso
todo toda todos todas cada entero
antes hasta
porque ya_que debido motivo por_eso
coche vehiculo
contrato acuerdo convenio
oferta presupuesto
empresa compania firma
encargar encarga encargara ocupar ocupa ocupara responsable
entregar entrega entregara enviar
anunciar anuncia
ver ve vera
nuevo nueva nuevos nuevas
traducir traduce traduccion
recibir recibe recibio
entender entiende
`;

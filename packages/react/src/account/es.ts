import { es as base } from "../languages/es.ts"
import type { Language } from "../languages/Language.ts"
import { activityWords, named } from "./words.ts"

/** Spanish, as `@countersign/react/es`, with the words of `@countersign/react/account`. */
export const es: Language = {
  ...base,
  account: {
    shared: {
      loading: "Cargando…",
      reload: "Reintentar",
      busy: "Un momento…",
      cancel: "Cancelar",
      credentialType: named({
        EMAIL_OTP: "Códigos por correo",
        OAUTH: "Proveedor de identidad",
        PASSKEY: "Llave de acceso"
      })
    },
    sessions: {
      title: "Sesiones y dispositivos",
      none: "No hay ninguna sesión activa.",
      current: "Este navegador",
      since: (date) => `Sesión iniciada el ${date}`,
      expires: (inTime) => `Caduca ${inTime}`,
      expired: "Caducada",
      lastUsed: (date) => `Último uso el ${date}`,
      end: "Cerrar",
      signOut: "Cerrar sesión",
      endOthers: "Cerrar todas las demás sesiones",
      ended: "La sesión está cerrada.",
      othersEnded: "Todas las demás sesiones están cerradas."
    },
    credentials: {
      title: "Métodos de acceso",
      none: "Este monedero no tiene ningún método de acceso.",
      added: (date) => `Añadido el ${date}`,
      lastUsed: (date) => `Último inicio de sesión el ${date}`,
      unused: "Aún sin usar",
      backedUp: "Con copia de seguridad",
      onOneDevice: "En un solo dispositivo",
      unconfirmed: (date) => `Hasta el ${date} no permite más que el inicio de sesión que lo añadió`,
      opener: "Abrió esta sesión",
      suspended: "Suspendido",
      confirm: "Confirmar",
      confirmed: "Este método de acceso ya tiene todos los permisos.",
      rename: "Cambiar nombre",
      newName: "Nombre nuevo",
      save: "Guardar",
      renamed: (nickname) => `La llave de acceso se llama ahora «${nickname}».`,
      remove: "Eliminar",
      removeTitle: (name) => `¿Eliminar ${name}?`,
      removeApprove: "Firmar y eliminar",
      removed: "Este método de acceso está eliminado y sus sesiones están cerradas."
    },
    history: {
      title: "Historial",
      none: "Aún no hay actividad.",
      more: "Mostrar más",
      reading: "Cargando…",
      payee: (name) => `a ${name}`,
      ...activityWords(
        {
          ACCOUNT_RESUMED: "Monedero reactivado",
          ACCOUNT_SUSPENDED: "Monedero suspendido",
          ACCOUNT_UPDATED: "Ajustes del monedero cambiados",
          ALL_SESSIONS_ENDED: "Todas las sesiones cerradas",
          CREDENTIAL_ADDED: "Método de acceso añadido",
          CREDENTIAL_CONFIRMED: "Método de acceso confirmado",
          CREDENTIAL_CREATED: "Método de acceso creado",
          CREDENTIAL_LOCKED: "Método de acceso bloqueado por códigos incorrectos",
          CREDENTIAL_REMOVED: "Método de acceso eliminado",
          CREDENTIAL_RENAMED: "Nombre de la llave de acceso cambiado",
          CREDENTIAL_RESUMED: "Método de acceso reactivado",
          CREDENTIAL_RETURNED: "Método de acceso restablecido",
          CREDENTIAL_SUSPENDED: "Método de acceso suspendido",
          CREDENTIAL_UNLOCKED: "Método de acceso desbloqueado",
          CUSTOMER_DELETED: "Monedero eliminado",
          CUSTOMER_ERASED: "Datos personales borrados",
          EMAIL_CHANGED: "Correo electrónico cambiado",
          EMAIL_CHANGE_SIGNED: "Cambio de correo electrónico firmado",
          EMAIL_RESTORED: "Correo electrónico anterior restablecido",
          GUARDIAN_ADDED: "Persona de confianza añadida",
          GUARDIAN_REMOVED: "Persona de confianza eliminada",
          HOST_CALL_SIGNED: "Acción de la aplicación firmada",
          MONEY_RECALLED: "Pago recibido reclamado",
          MONEY_RECEIVED: "Recibido",
          MONEY_RETURNED: "Pago devuelto",
          OTHER: "Otro suceso",
          OTHER_SESSIONS_ENDED: "Todas las demás sesiones cerradas",
          PAYMENT_SENT: "Pagado",
          PAYMENT_SIGNED: "Pago firmado",
          RECOVERY_CANCELLED: "Recuperación cancelada",
          RECOVERY_CODES_CREATED: "Códigos de recuperación creados",
          RECOVERY_COMPLETED: "Recuperación completada",
          RECOVERY_STARTED: "Recuperación iniciada",
          SESSION_ENDED: "Sesión cerrada",
          SESSION_OPENED: "Sesión iniciada",
          SESSION_REFRESHED: "Sesión prolongada",
          WALLET_EXPORTED: "Monedero exportado"
        },
        {
          END_USER: "Por usted",
          GUARDIAN: "Por una persona de confianza",
          OPERATOR: "Por el servicio de asistencia",
          PLATFORM: "Por la aplicación",
          SERVICE: "Por el servicio"
        }
      )
    },
    codes: {
      title: "Códigos de recuperación",
      hint: "Con uno de estos códigos recupera el monedero si pierde todos los métodos de acceso. Los códigos nuevos sustituyen a los anteriores.",
      create: "Crear códigos de recuperación",
      createTitle: "¿Crear códigos de recuperación nuevos?",
      createApprove: "Firmar y crear los códigos",
      created: "Estos códigos se muestran una sola vez. Guárdelos fuera de este dispositivo.",
      list: "Códigos de recuperación",
      copy: "Copiar",
      copied: "Los códigos están copiados.",
      notCopied: "El navegador no copió los códigos. Anótelos o imprímalos.",
      print: "Imprimir",
      stored: "He guardado los códigos",
      done: "Listo",
      notStored: "Guarde primero los códigos y marque la casilla. No se muestran otra vez."
    },
    walletExport: {
      title: "Exportar el monedero",
      hint: "La frase de recuperación da el control total del monedero. El servicio de asistencia nunca la necesita.",
      start: "Exportar el monedero",
      startTitle: "¿Exportar el monedero?",
      startApprove: "Firmar y exportar",
      ready:
        "La frase de recuperación está lista y oculta. Muéstrela donde ninguna cámara ni otra persona vea la pantalla.",
      reveal: "Mostrar la frase",
      hide: "Ocultar la frase",
      phrase: "Frase de recuperación",
      limit: (seconds) => `Se oculta después de ${seconds} segundos. Puede mostrarla otra vez.`,
      done: "Listo"
    }
  }
}

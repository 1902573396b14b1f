import { formatAmount, formatDate } from "../amount.ts"
import type { Language } from "./Language.ts"
import { fieldNames, namesIn } from "./namesIn.ts"
import { refusedIn } from "./refusedIn.ts"
import { methodWords, sameTerms } from "./words.ts"

const fields = {
  accountCategory: "Tipo de cuenta (forma antigua)",
  accountId: "Identificador de la cuenta",
  accountNumber: "Número de cuenta",
  address: "Dirección",
  amount: "Importe",
  bankAccountType: "Tipo de cuenta",
  bankCode: "Código del banco",
  bankName: "Banco u operador",
  birthDate: "Fecha de nacimiento",
  bolt12: "Oferta BOLT 12",
  branchCode: "Código de la sucursal",
  clabeNumber: "CLABE",
  country: "País",
  currency: "Moneda",
  email: "Correo electrónico",
  fee: "Comisión",
  fullName: "Nombre completo",
  iban: "IBAN",
  ifsc: "IFSC",
  invoice: "Factura Lightning",
  legalName: "Razón social",
  lightningAddress: "Dirección Lightning",
  name: "Nombre",
  nationality: "Nacionalidad",
  nickname: "Etiqueta",
  payee: "Beneficiario",
  phoneNumber: "Número de teléfono",
  pixKey: "Clave Pix",
  pixKeyType: "Tipo de clave Pix",
  postalCode: "Código postal",
  provider: "Operador móvil",
  rail: "Red de pago",
  region: "Región",
  registrationNumber: "Número de registro",
  routingNumber: "Número de ruta",
  sortCode: "Sort code",
  swiftCode: "BIC (código SWIFT)",
  taxId: "Número fiscal",
  umaAddress: "Dirección UMA",
  vaspName: "Proveedor del monedero",
  vpa: "Dirección UPI"
}

/** Spanish. Addresses the end user as "usted". */
export const es: Language = {
  tag: "es",
  signIn: {
    title: "Iniciar sesión",
    loading: "Cargando los métodos de acceso…",
    none: "Este monedero no tiene ningún método de acceso.",
    ended: "Su sesión ha terminado. Inicie sesión de nuevo para continuar.",
    suspended: "suspendido",
    another: "Usar otro método",
    reload: "Reintentar",
    ...methodWords(
      {
        EMAIL_OTP: ["Enviar un código por correo", "Enviando el código…", "Enviar un código nuevo"],
        PASSKEY: [
          "Usar una llave de acceso",
          "Siga las indicaciones de su navegador o dispositivo…",
          "Reintentar con la llave de acceso"
        ],
        OAUTH: [
          "Usar un proveedor de identidad",
          "Inicie sesión con el proveedor en la otra ventana…",
          "Reintentar con el proveedor de identidad"
        ]
      },
      (type) => [`Usar ${type}`, "Iniciando sesión…", "Reintentar"]
    )
  },
  visitor: {
    title: "Iniciar sesión o registrarse",
    email: "Correo electrónico",
    submit: "Enviar un código por correo",
    waiting: "Enviando el código…",
    passkey: "Usar una llave de acceso",
    code: { cancel: "Usar otra dirección" }
  },
  openId: {
    submit: (provider) => `Continuar con ${provider}`,
    leaving: (provider) => `Abriendo ${provider}…`,
    completing: "Iniciando sesión…",
    declined: (provider) => `No ha iniciado sesión con ${provider}. Inténtelo de nuevo o use otro método.`,
    unavailable: (provider) => `No se ha podido iniciar sesión con ${provider}. Inténtelo de nuevo o use otro método.`
  },
  code: {
    sent: (sentTo) => `Se ha enviado un código a ${sentTo}.`,
    label: "Código del correo",
    wrong: "El código no es correcto. Compruebe el correo más reciente e inténtelo de nuevo.",
    empty: "Introduzca el código del correo.",
    submit: "Iniciar sesión",
    busy: "Comprobando el código…",
    cancel: "Usar otro método"
  },
  passkey: {
    label: "Nombre de este dispositivo",
    nickname: "Este dispositivo",
    submit: "Añadir una llave de acceso",
    busy: "Siga las indicaciones de su navegador o dispositivo…",
    added: ({ nickname, unconfirmedUntil }) =>
      `Se ha añadido la llave de acceso «${nickname}». Ya puede iniciar sesión con ella.${
        unconfirmedUntil === undefined
          ? ""
          : ` Hasta el ${formatDate(unconfirmedUntil, "es")} no permite más que el inicio de sesión que la añadió.`
      }`
  },
  terms: (locale) => ({
    ...sameTerms,
    title: ({ payee, sent }) => `¿Pagar ${formatAmount(sent, locale)} a ${payee}?`,
    payee: "Beneficiario",
    account: "Tipo de cuenta del beneficiario",
    sent: "Usted paga",
    fee: "Comisión incluida",
    received: "El beneficiario recibe",
    rate: "Tipo de cambio",
    source: "Desde",
    expiry: "Válido durante",
    expired: "Ha caducado. Solicite una cotización nueva.",
    approve: ({ sent }) => `Firmar y pagar ${formatAmount(sent, locale)}`,
    busy: "Firmando y pagando…",
    decline: "Ahora no",
    callApprove: () => "Aprobar y firmar",
    callBusy: "Firmando…",
    callExpired: "Ha caducado. Empiece de nuevo.",
    call: "Llamada",
    ...namesIn({
      fields,
      value: "Valor",
      accounts: {
        EMBEDDED_WALLET: "Monedero",
        INTERNAL_ACCOUNT: "Cuenta interna",
        LIGHTNING: "Lightning",
        SLV_ACCOUNT: "Cuenta en El Salvador (USD)",
        SWIFT_ACCOUNT: "Cuenta bancaria por SWIFT",
        UMA_ADDRESS: "Dirección UMA",
        US_ACCOUNT: "Cuenta en USD"
      },
      accountIn: (currency) => `Cuenta en ${currency}`,
      walletOf: (chain) => `Monedero ${chain}`,
      operations: {
        AddCredential: "¿Añadir un método de acceso?",
        AddGuardian: "¿Añadir una persona de confianza?",
        CancelRecovery: "¿Cancelar la recuperación?",
        ConfirmCredential: "¿Confirmar el método de acceso?",
        CreateRecoveryCodes: "¿Crear códigos de recuperación nuevos?",
        DeleteCustomer: "¿Eliminar la cuenta de cliente?",
        ExecuteQuote: "¿Ejecutar el pago?",
        ExportWallet: "¿Exportar el monedero?",
        RefreshSession: "¿Prolongar la sesión?",
        RemoveGuardian: "¿Quitar la persona de confianza?",
        RenameCredential: "¿Cambiar el nombre del método de acceso?",
        RevokeCredential: "¿Eliminar el método de acceso?",
        RevokeOtherSessions: "¿Cerrar todas las demás sesiones?",
        RevokeSession: "¿Cerrar la sesión?",
        UpdateAccount: "¿Modificar el monedero?",
        UpdateCustomer: "¿Modificar los datos del cliente?"
      },
      operation: (name) => `¿Firmar «${name}»?`
    })
  }),
  errors: {
    retry: (inTime) => `Inténtelo de nuevo ${inTime}.`,
    notSigned: () => "No se ha firmado nada. Compruebe los datos y empiece de nuevo.",
    unverified: () => "No se ha podido verificar la respuesta del servidor. No se ha firmado nada.",
    named: {
      SignedOutError: "Esta acción requiere su firma. Inicie sesión primero.",
      NetworkError:
        "El servidor no ha respondido. Compruebe si la acción se ha realizado antes de intentarlo de nuevo.",
      PasskeysUnavailableError:
        "Las llaves de acceso no están disponibles aquí. Abra la página por https en un navegador actual.",
      WebCryptoUnavailableError: "Abra esta página por https. El navegador no puede firmar aquí.",
      SignInNotPendingError:
        "Este inicio de sesión ha caducado o se empezó en otro navegador. Vuelva a iniciar sesión.",
      NotAllowedError: "La solicitud de la llave de acceso se ha cerrado o ha caducado. Inténtelo de nuevo.",
      InvalidStateError: "Este dispositivo ya tiene una llave de acceso para este monedero. Úsela para iniciar sesión."
    },
    unknown: "Se ha producido un error en esta página. Vuelva a cargarla. Su sesión sigue abierta.",
    refused: refusedIn(
      {
        fields: (names) => `Campos afectados: ${names}.`,
        incident: (id) => `Indique este número de incidente al servicio de asistencia: ${id}.`,
        other: (code) =>
          `El servidor ha rechazado la acción (${code}). Vuelva a cargar la página o contacte con el servicio de asistencia.`,
        sentences: {
          ACCOUNT_HELD:
            "El monedero está bloqueado temporalmente por una recuperación. Espere, o cancele la recuperación si usted no la ha iniciado.",
          ACCOUNT_SUSPENDED:
            "El servicio de asistencia ha suspendido este monedero. Contacte con el servicio de asistencia.",
          AMOUNT_OUT_OF_RANGE: "El importe es demasiado pequeño o demasiado grande. Elija otro importe.",
          CONFIRMATION_REFUSED:
            "Solo puede confirmar este método de acceso otro más antiguo y confirmado que no lo haya añadido. Inicie sesión con uno así, o espere.",
          CREDENTIAL_SUSPENDED:
            "El servicio de asistencia ha suspendido este método de acceso. Use otro o contacte con el servicio de asistencia.",
          CREDENTIAL_TYPE_DISABLED: "Este tipo de acceso no está permitido. Use otro.",
          CUSTOMER_DELETED: "La cuenta de cliente se ha eliminado y ya no se puede modificar.",
          CallInFlight: "La misma acción está en curso. Espere un momento.",
          CurrencyInUse: "Todavía hay una cuenta en una de estas monedas. No se puede quitar.",
          DESTINATION_NOT_ALLOWED:
            "Todavía no se puede pagar a esta cuenta, porque es nueva o se ha modificado. Elija otra cuenta, o espere.",
          EMAIL_CHANGES: "El correo electrónico se ha cambiado demasiadas veces.",
          EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: "Este monedero ya tiene acceso por correo. Úselo.",
          EmailChangeNotPending:
            "No hay ningún cambio de correo electrónico pendiente. Cambie la dirección y firme el cambio.",
          EmailMissing: "No hay ningún correo electrónico registrado. Registre uno primero.",
          ExternalAccountExists: "Esta cuenta de beneficiario ya existe. Use la existente.",
          ExternalAccountMistyped: "Un dígito de control de la cuenta no es correcto. Corrija los datos.",
          GuardianExists: "Esta llave de acceso ya pertenece al monedero. Use la llave de acceso de otra persona.",
          INSUFFICIENT_BALANCE: "El saldo no es suficiente. Añada fondos o elija un importe menor.",
          INTERNAL_ERROR:
            "Se ha producido un error en el servidor. Compruebe si la acción se ha realizado antes de intentarlo de nuevo.",
          INVALID_AMOUNT: "El importe no es válido. Introduzca un importe mayor que cero.",
          INVALID_BANK_ACCOUNT: "No se puede pagar a esta cuenta. Elija otra cuenta del beneficiario.",
          INVALID_CURRENCY: "Esta moneda no está disponible para este pago. Elija otra.",
          INVALID_INPUT: "Algunos datos no son válidos. Corríjalos.",
          LastCredential: "No se puede eliminar el último método de acceso. Añada otro primero.",
          MISSING_MANDATORY_USER_INFO: "Faltan datos para este pago. Complételos.",
          NicknameFixed: "Solo se puede cambiar el nombre de las llaves de acceso.",
          OIDC_TOKEN:
            "No se ha aceptado el inicio de sesión del proveedor de identidad. Inicie sesión con él de nuevo.",
          OTP_EXPIRED: "El código ha caducado. Solicite uno nuevo.",
          OTP_LOCKED: "Se han introducido demasiados códigos incorrectos.",
          OTP_NOT_PENDING: "Este código ya no es válido. Solicite uno nuevo.",
          OTP_SUPERSEDED: "Entretanto se ha solicitado un código nuevo. Introduzca el más reciente.",
          OTP_WRONG: "El código no es correcto. Introduzca el del correo más reciente.",
          OUTCOME_UNKNOWN: "No se sabe si la acción se ha realizado. Compruébelo antes de intentarlo de nuevo.",
          OauthExists: "Esta identidad ya está vinculada al monedero. Úsela para iniciar sesión.",
          PAGE: "La página ha enviado una solicitud no válida. Vuelva a cargarla e inténtelo de nuevo.",
          PASSKEY: "No se ha aceptado la llave de acceso. Inténtelo de nuevo.",
          PASSKEY_CREDENTIAL_ALREADY_EXISTS:
            "Esta llave de acceso ya está registrada. Úsela para iniciar sesión, o cree otra.",
          PAYMENT_LIMIT_EXCEEDED: "El pago supera un límite. Elija un importe menor, o pague otro día.",
          QUOTE_EXECUTION_FAILED:
            "No se ha podido ejecutar el pago. Consulte el motivo y solicite una cotización nueva.",
          QUOTE_EXPIRED: "La cotización ha caducado. Solicite una nueva.",
          QuoteAwaitsDeposit: "La cotización se ejecutará cuando llegue el ingreso.",
          QuoteConsumed: "La cotización ya se ha usado. Compruebe el estado del pago.",
          QuoteEndsChanged:
            "Una de las cuentas ha cambiado desde la cotización. Solicite una cotización nueva y compruébela.",
          RATE_LIMITED: "Ha habido demasiados intentos.",
          RECOVERY_CANCEL_TOKEN:
            "Este código no cancela ninguna recuperación en curso. Cópielo del mensaje más reciente.",
          RECOVERY_CODE: "El código de recuperación no es correcto o ya se ha usado. Introduzca otro.",
          RECOVERY_DISABLED: "Este tipo de recuperación no está disponible.",
          REFERENCE_NOT_FOUND: "No se ha encontrado el elemento. Vuelva a cargar la página y elíjalo de nuevo.",
          REQUEST_ID_EXPIRED: "La acción ha caducado o ha cambiado. Empiécela de nuevo.",
          RecoveryEnded: "La recuperación se ha completado, se ha cancelado o ha caducado. Inicie otra.",
          RecoveryNotReady: "El plazo de esta recuperación todavía no ha pasado.",
          RecoveryOpen: "Ya hay una recuperación de este monedero en curso. Complétela o cancélela.",
          RecoveryUnconfirmed:
            "La persona de confianza o los códigos de recuperación se han añadido hace poco y todavía no están confirmados.",
          SERVICE_UNAVAILABLE:
            "El servicio no está disponible en este momento. Compruebe si la acción se ha realizado antes de intentarlo de nuevo.",
          SESSION_OVER: "Su sesión ha terminado. Inicie sesión de nuevo.",
          SESSION_PROOF_STALE:
            "La solicitud ha llegado demasiado tarde. Compruebe la hora de su dispositivo e inténtelo de nuevo.",
          SIGN_IN_UNKNOWN: "Este inicio de sesión ya no es válido. Inicie sesión con un código nuevo.",
          STEP_UP_REQUIRED:
            "Esta acción requiere un inicio de sesión más reciente o más seguro. Inicie sesión de nuevo, por ejemplo con una llave de acceso.",
          SavedCodesMissing: "Este monedero no tiene códigos de recuperación. Elija otro método.",
          TooManyCredentials: "Hay demasiados métodos de acceso. Elimine uno primero.",
          TooManyGuardians: "Hay demasiadas personas de confianza. Quite una primero.",
          UMA_NOT_FOUND: "No hay ningún beneficiario en esta dirección UMA. Compruebe la dirección.",
          UNDO_TOKEN: "Este código no deshace ningún cambio. Introduzca el del correo más reciente.",
          USER_UNKNOWN: "No ha iniciado sesión en esta aplicación. Inicie sesión e inténtelo de nuevo.",
          UmaAddressTaken: "Esta dirección UMA ya está en uso. Elija otra.",
          VisitorRefused:
            "No hay ninguna cuenta con esta dirección, llave de acceso o identidad. Inicie sesión de otra manera o regístrese primero."
        }
      },
      fieldNames(fields)
    )
  }
}

import { formatAmount, formatDate } from "../amount.ts"
import type { Language } from "./Language.ts"
import { fieldNames, namesIn } from "./namesIn.ts"
import { refusedIn } from "./refusedIn.ts"
import { methodWords, sameTerms } from "./words.ts"

const fields = {
  accountCategory: "Art des Kontos (ältere Schreibweise)",
  accountId: "Konto-ID",
  accountNumber: "Kontonummer",
  address: "Adresse",
  amount: "Betrag",
  bankAccountType: "Art des Kontos",
  bankCode: "Bankleitzahl",
  bankName: "Bank oder Anbieter",
  birthDate: "Geburtsdatum",
  bolt12: "BOLT-12-Angebot",
  branchCode: "Filialnummer",
  clabeNumber: "CLABE",
  country: "Land",
  currency: "Währung",
  email: "E-Mail-Adresse",
  fee: "Gebühr",
  fullName: "Vollständiger Name",
  iban: "IBAN",
  ifsc: "IFSC",
  invoice: "Lightning-Rechnung",
  legalName: "Firmenname",
  lightningAddress: "Lightning-Adresse",
  name: "Name",
  nationality: "Staatsangehörigkeit",
  nickname: "Bezeichnung",
  payee: "Empfänger",
  phoneNumber: "Telefonnummer",
  pixKey: "Pix-Schlüssel",
  pixKeyType: "Art des Pix-Schlüssels",
  postalCode: "Postleitzahl",
  provider: "Mobilfunkanbieter",
  rail: "Zahlungsweg",
  region: "Region",
  registrationNumber: "Registernummer",
  routingNumber: "Routing Number",
  sortCode: "Sort Code",
  swiftCode: "BIC (SWIFT-Code)",
  taxId: "Steuernummer",
  umaAddress: "UMA-Adresse",
  vaspName: "Anbieter der Wallet",
  vpa: "UPI-Adresse"
}

/** German. Addresses the end user as "Sie". */
export const de: Language = {
  tag: "de",
  signIn: {
    title: "Anmelden",
    loading: "Anmeldemöglichkeiten werden geladen…",
    none: "Für diese Wallet gibt es keine Anmeldemöglichkeit.",
    ended: "Ihre Sitzung ist beendet. Melden Sie sich erneut an, um fortzufahren.",
    suspended: "gesperrt",
    another: "Andere Möglichkeit verwenden",
    reload: "Erneut versuchen",
    ...methodWords(
      {
        EMAIL_OTP: ["Einmalcode per E-Mail senden", "Der Einmalcode wird gesendet…", "Neuen Einmalcode senden"],
        PASSKEY: [
          "Passkey verwenden",
          "Folgen Sie den Anweisungen Ihres Browsers oder Geräts…",
          "Passkey erneut versuchen"
        ],
        OAUTH: [
          "Mit einem Identitätsanbieter anmelden",
          "Melden Sie sich im anderen Fenster beim Anbieter an…",
          "Identitätsanbieter erneut versuchen"
        ]
      },
      (type) => [`${type} verwenden`, "Sie werden angemeldet…", "Erneut versuchen"]
    )
  },
  visitor: {
    title: "Anmelden oder registrieren",
    email: "E-Mail-Adresse",
    submit: "Einmalcode per E-Mail senden",
    waiting: "Der Einmalcode wird gesendet…",
    passkey: "Passkey verwenden",
    code: { cancel: "Andere Adresse verwenden" }
  },
  openId: {
    submit: (provider) => `Weiter mit ${provider}`,
    leaving: (provider) => `${provider} wird geöffnet…`,
    completing: "Sie werden angemeldet…",
    declined: (provider) =>
      `Sie haben sich nicht mit ${provider} angemeldet. Versuchen Sie es erneut, oder melden Sie sich anders an.`,
    unavailable: (provider) =>
      `Die Anmeldung mit ${provider} ist fehlgeschlagen. Versuchen Sie es erneut, oder melden Sie sich anders an.`
  },
  code: {
    sent: (sentTo) => `Ein Einmalcode wurde an ${sentTo} gesendet.`,
    label: "Einmalcode aus der E-Mail",
    wrong: "Dieser Einmalcode ist falsch. Prüfen Sie die neueste E-Mail, und versuchen Sie es erneut.",
    empty: "Geben Sie den Einmalcode aus der E-Mail ein.",
    submit: "Anmelden",
    busy: "Der Einmalcode wird geprüft…",
    cancel: "Andere Möglichkeit verwenden"
  },
  passkey: {
    label: "Name dieses Geräts",
    nickname: "Dieses Gerät",
    submit: "Passkey hinzufügen",
    busy: "Folgen Sie den Anweisungen Ihres Browsers oder Geräts…",
    added: ({ nickname, unconfirmedUntil }) =>
      `Der Passkey „${nickname}“ wurde hinzugefügt. Sie können sich jetzt damit anmelden.${
        unconfirmedUntil === undefined
          ? ""
          : ` Bis ${formatDate(unconfirmedUntil, "de")} kann er nicht mehr als die Anmeldung, die ihn hinzugefügt hat.`
      }`
  },
  terms: (locale) => ({
    ...sameTerms,
    title: ({ payee, sent }) => `${formatAmount(sent, locale)} an ${payee} zahlen?`,
    payee: "Empfänger",
    account: "Art des Empfängerkontos",
    sent: "Sie zahlen",
    fee: "Enthaltene Gebühr",
    received: "Empfänger erhält",
    rate: "Wechselkurs",
    source: "Von",
    expiry: "Gültig für",
    expired: "Abgelaufen. Fordern Sie ein neues Angebot an.",
    approve: ({ sent }) => `Signieren und ${formatAmount(sent, locale)} zahlen`,
    busy: "Zahlung wird signiert…",
    decline: "Jetzt nicht",
    callApprove: () => "Genehmigen und signieren",
    callBusy: "Wird signiert…",
    callExpired: "Abgelaufen. Beginnen Sie von vorn.",
    call: "Aufruf",
    ...namesIn({
      fields,
      value: "Wert",
      accounts: {
        EMBEDDED_WALLET: "Wallet",
        INTERNAL_ACCOUNT: "Internes Konto",
        LIGHTNING: "Lightning",
        SLV_ACCOUNT: "Konto in El Salvador (USD)",
        SWIFT_ACCOUNT: "Bankkonto über SWIFT",
        UMA_ADDRESS: "UMA-Adresse",
        US_ACCOUNT: "Konto in USD"
      },
      accountIn: (currency) => `Konto in ${currency}`,
      walletOf: (chain) => `${chain}-Wallet`,
      operations: {
        AddCredential: "Anmeldemöglichkeit hinzufügen?",
        AddGuardian: "Vertrauensperson hinzufügen?",
        CancelRecovery: "Wiederherstellung abbrechen?",
        ConfirmCredential: "Anmeldemöglichkeit bestätigen?",
        CreateRecoveryCodes: "Neue Wiederherstellungscodes erstellen?",
        DeleteCustomer: "Kundenkonto löschen?",
        ExecuteQuote: "Zahlung ausführen?",
        ExportWallet: "Wallet exportieren?",
        RefreshSession: "Sitzung verlängern?",
        RemoveGuardian: "Vertrauensperson entfernen?",
        RenameCredential: "Anmeldemöglichkeit umbenennen?",
        RevokeCredential: "Anmeldemöglichkeit entfernen?",
        RevokeOtherSessions: "Alle anderen Sitzungen beenden?",
        RevokeSession: "Sitzung beenden?",
        UpdateAccount: "Wallet ändern?",
        UpdateCustomer: "Kundendaten ändern?"
      },
      operation: (name) => `„${name}“ signieren?`
    })
  }),
  errors: {
    retry: (inTime) => `Versuchen Sie es ${inTime} erneut.`,
    notSigned: () => "Es wurde nichts signiert. Prüfen Sie die Angaben, und beginnen Sie den Vorgang von vorn.",
    unverified: () => "Die Antwort des Servers ließ sich nicht prüfen. Es wurde nichts signiert.",
    named: {
      SignedOutError: "Für diesen Vorgang ist Ihre Signatur nötig. Melden Sie sich zuerst an.",
      NetworkError:
        "Der Server hat nicht geantwortet. Prüfen Sie, ob der Vorgang ausgeführt wurde, bevor Sie es erneut versuchen.",
      PasskeysUnavailableError:
        "Passkeys sind hier nicht verfügbar. Öffnen Sie die Seite über https in einem aktuellen Browser.",
      WebCryptoUnavailableError: "Öffnen Sie diese Seite über https. Der Browser kann hier nicht signieren.",
      SignInNotPendingError:
        "Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Melden Sie sich erneut an.",
      NotAllowedError: "Die Passkey-Abfrage wurde geschlossen oder ist abgelaufen. Versuchen Sie es erneut.",
      InvalidStateError:
        "Auf diesem Gerät gibt es bereits einen Passkey für diese Wallet. Melden Sie sich mit diesem an."
    },
    unknown: "Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu. Sie bleiben angemeldet.",
    refused: refusedIn(
      {
        fields: (names) => `Betroffen: ${names}.`,
        incident: (id) => `Nennen Sie dem Support diese Vorfallnummer: ${id}.`,
        other: (code) =>
          `Der Server hat den Vorgang abgelehnt (${code}). Laden Sie die Seite neu, oder wenden Sie sich an den Support.`,
        sentences: {
          ACCOUNT_HELD:
            "Die Wallet ist wegen einer Wiederherstellung vorübergehend gesperrt. Warten Sie, oder brechen Sie die Wiederherstellung ab, wenn Sie sie nicht begonnen haben.",
          ACCOUNT_SUSPENDED: "Der Support hat diese Wallet gesperrt. Wenden Sie sich an den Support.",
          AMOUNT_OUT_OF_RANGE: "Der Betrag ist zu klein oder zu groß. Wählen Sie einen anderen Betrag.",
          CONFIRMATION_REFUSED:
            "Diese Anmeldemöglichkeit kann nur eine ältere, bestätigte bestätigen, die sie nicht hinzugefügt hat. Melden Sie sich mit einer solchen an, oder warten Sie.",
          CREDENTIAL_SUSPENDED:
            "Der Support hat diese Anmeldemöglichkeit gesperrt. Verwenden Sie eine andere, oder wenden Sie sich an den Support.",
          CREDENTIAL_TYPE_DISABLED: "Diese Art der Anmeldung ist nicht erlaubt. Verwenden Sie eine andere.",
          CUSTOMER_DELETED: "Das Kundenkonto wurde gelöscht und kann nicht mehr geändert werden.",
          CallInFlight: "Derselbe Vorgang wird gerade ausgeführt. Warten Sie einen Moment.",
          CurrencyInUse: "Für eine dieser Währungen gibt es noch ein Konto. Sie kann nicht entfernt werden.",
          DESTINATION_NOT_ALLOWED:
            "An dieses Konto kann noch nicht gezahlt werden, weil es neu ist oder geändert wurde. Wählen Sie ein anderes Konto, oder warten Sie.",
          EMAIL_CHANGES: "Die E-Mail-Adresse wurde zu oft geändert.",
          EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS:
            "Diese Wallet hat bereits eine Anmeldung per E-Mail. Verwenden Sie diese.",
          EmailChangeNotPending:
            "Es gibt keine offene Änderung der E-Mail-Adresse. Ändern Sie die Adresse, und signieren Sie die Änderung.",
          EmailMissing: "Es ist keine E-Mail-Adresse hinterlegt. Hinterlegen Sie zuerst eine.",
          ExternalAccountExists: "Dieses Empfängerkonto gibt es bereits. Verwenden Sie das vorhandene.",
          ExternalAccountMistyped: "Eine Prüfziffer der Kontodaten ist falsch. Korrigieren Sie die Eingabe.",
          GuardianExists: "Dieser Passkey gehört bereits zur Wallet. Verwenden Sie den Passkey einer anderen Person.",
          INSUFFICIENT_BALANCE:
            "Das Guthaben reicht nicht aus. Zahlen Sie Geld ein, oder wählen Sie einen kleineren Betrag.",
          INTERNAL_ERROR:
            "Auf dem Server ist ein Fehler aufgetreten. Prüfen Sie, ob der Vorgang ausgeführt wurde, bevor Sie es erneut versuchen.",
          INVALID_AMOUNT: "Der Betrag ist ungültig. Geben Sie einen Betrag über null ein.",
          INVALID_BANK_ACCOUNT:
            "An dieses Konto kann nicht gezahlt werden. Wählen Sie ein anderes Konto des Empfängers.",
          INVALID_CURRENCY: "Diese Währung ist für diese Zahlung nicht verfügbar. Wählen Sie eine andere.",
          INVALID_INPUT: "Einige Angaben sind ungültig. Korrigieren Sie sie.",
          LastCredential:
            "Die letzte Anmeldemöglichkeit kann nicht entfernt werden. Fügen Sie zuerst eine andere hinzu.",
          MISSING_MANDATORY_USER_INFO: "Für diese Zahlung fehlen Angaben. Ergänzen Sie sie.",
          NicknameFixed: "Nur Passkeys können umbenannt werden.",
          OIDC_TOKEN: "Die Anmeldung beim Identitätsanbieter wurde nicht anerkannt. Melden Sie sich dort erneut an.",
          OTP_EXPIRED: "Der Einmalcode ist abgelaufen. Fordern Sie einen neuen an.",
          OTP_LOCKED: "Es wurden zu viele falsche Einmalcodes eingegeben.",
          OTP_NOT_PENDING: "Dieser Einmalcode gilt nicht mehr. Fordern Sie einen neuen an.",
          OTP_SUPERSEDED: "Inzwischen wurde ein neuer Einmalcode angefordert. Geben Sie den neuesten ein.",
          OTP_WRONG: "Der Einmalcode ist falsch. Geben Sie den Einmalcode aus der neuesten E-Mail ein.",
          OUTCOME_UNKNOWN:
            "Es ist nicht bekannt, ob der Vorgang ausgeführt wurde. Prüfen Sie das, bevor Sie es erneut versuchen.",
          OauthExists: "Diese Identität ist bereits mit der Wallet verknüpft. Melden Sie sich damit an.",
          PAGE: "Die Seite hat eine ungültige Anfrage gesendet. Laden Sie sie neu, und versuchen Sie es erneut.",
          PASSKEY: "Der Passkey wurde nicht anerkannt. Versuchen Sie es erneut.",
          PASSKEY_CREDENTIAL_ALREADY_EXISTS:
            "Dieser Passkey ist bereits registriert. Melden Sie sich damit an, oder erstellen Sie einen anderen.",
          PAYMENT_LIMIT_EXCEEDED:
            "Die Zahlung überschreitet ein Limit. Wählen Sie einen kleineren Betrag, oder zahlen Sie an einem anderen Tag.",
          QUOTE_EXECUTION_FAILED:
            "Die Zahlung konnte nicht ausgeführt werden. Sehen Sie nach dem Grund, und fordern Sie ein neues Angebot an.",
          QUOTE_EXPIRED: "Das Angebot ist abgelaufen. Fordern Sie ein neues an.",
          QuoteAwaitsDeposit: "Das Angebot wird ausgeführt, sobald die Einzahlung eingegangen ist.",
          QuoteConsumed: "Das Angebot wurde bereits verwendet. Prüfen Sie den Status der Zahlung.",
          QuoteEndsChanged:
            "Eines der Konten wurde seit dem Angebot geändert. Fordern Sie ein neues Angebot an, und prüfen Sie es.",
          RATE_LIMITED: "Es gab zu viele Versuche.",
          RECOVERY_CANCEL_TOKEN:
            "Dieser Code bricht keine laufende Wiederherstellung ab. Kopieren Sie ihn aus der neuesten Nachricht.",
          RECOVERY_CODE:
            "Der Wiederherstellungscode ist falsch oder wurde bereits verwendet. Geben Sie einen anderen ein.",
          RECOVERY_DISABLED: "Diese Art der Wiederherstellung ist nicht verfügbar.",
          REFERENCE_NOT_FOUND:
            "Der Eintrag wurde nicht gefunden. Laden Sie die Seite neu, und wählen Sie ihn erneut aus.",
          REQUEST_ID_EXPIRED: "Der Vorgang ist abgelaufen oder hat sich geändert. Beginnen Sie ihn von vorn.",
          RecoveryEnded:
            "Die Wiederherstellung ist abgeschlossen, abgebrochen oder abgelaufen. Beginnen Sie eine neue.",
          RecoveryNotReady: "Die Wartezeit dieser Wiederherstellung läuft noch.",
          RecoveryOpen:
            "Für diese Wallet läuft bereits eine Wiederherstellung. Schließen Sie sie ab, oder brechen Sie sie ab.",
          RecoveryUnconfirmed:
            "Die Vertrauensperson oder die Wiederherstellungscodes wurden erst kürzlich hinzugefügt und sind noch nicht bestätigt.",
          SERVICE_UNAVAILABLE:
            "Der Dienst ist gerade nicht verfügbar. Prüfen Sie, ob der Vorgang ausgeführt wurde, bevor Sie es erneut versuchen.",
          SESSION_OVER: "Ihre Sitzung ist beendet. Melden Sie sich erneut an.",
          SESSION_PROOF_STALE:
            "Die Anfrage kam zu spät an. Prüfen Sie die Uhrzeit Ihres Geräts, und versuchen Sie es erneut.",
          SIGN_IN_UNKNOWN: "Diese Anmeldung gilt nicht mehr. Melden Sie sich mit einem neuen Einmalcode an.",
          STEP_UP_REQUIRED:
            "Dieser Vorgang erfordert eine neue oder stärkere Anmeldung. Melden Sie sich erneut an, zum Beispiel mit einem Passkey.",
          SavedCodesMissing: "Für diese Wallet gibt es keine Wiederherstellungscodes. Wählen Sie einen anderen Weg.",
          TooManyCredentials: "Es gibt bereits zu viele Anmeldemöglichkeiten. Entfernen Sie zuerst eine.",
          TooManyGuardians: "Es gibt bereits zu viele Vertrauenspersonen. Entfernen Sie zuerst eine.",
          UMA_NOT_FOUND: "Unter dieser UMA-Adresse gibt es keinen Empfänger. Prüfen Sie die Adresse.",
          UNDO_TOKEN: "Dieser Code macht keine Änderung rückgängig. Geben Sie den Code aus der neuesten E-Mail ein.",
          USER_UNKNOWN:
            "Sie sind bei dieser Anwendung nicht angemeldet. Melden Sie sich an, und versuchen Sie es erneut.",
          UmaAddressTaken: "Diese UMA-Adresse ist bereits vergeben. Wählen Sie eine andere.",
          VisitorRefused:
            "Zu dieser Adresse, diesem Passkey oder dieser Identität gibt es kein Konto. Melden Sie sich anders an, oder registrieren Sie sich zuerst."
        }
      },
      fieldNames(fields)
    )
  }
}

import { de as base } from "../languages/de.ts"
import type { Language } from "../languages/Language.ts"
import { activityWords, named } from "./words.ts"

/** German, as `@countersign/react/de`, with the words of `@countersign/react/account`. */
export const de: Language = {
  ...base,
  account: {
    shared: {
      loading: "Wird geladen…",
      reload: "Erneut versuchen",
      busy: "Einen Moment…",
      cancel: "Abbrechen",
      credentialType: named({ EMAIL_OTP: "Einmalcodes per E-Mail", OAUTH: "Identitätsanbieter", PASSKEY: "Passkey" })
    },
    sessions: {
      title: "Sitzungen und Geräte",
      none: "Es gibt keine aktive Sitzung.",
      current: "Dieser Browser",
      since: (date) => `Angemeldet am ${date}`,
      expires: (inTime) => `Läuft ${inTime} ab`,
      expired: "Abgelaufen",
      lastUsed: (date) => `Zuletzt verwendet am ${date}`,
      end: "Beenden",
      signOut: "Abmelden",
      endOthers: "Alle anderen Sitzungen beenden",
      ended: "Die Sitzung ist beendet.",
      othersEnded: "Alle anderen Sitzungen sind beendet."
    },
    credentials: {
      title: "Anmeldemöglichkeiten",
      none: "Für diese Wallet gibt es keine Anmeldemöglichkeit.",
      added: (date) => `Hinzugefügt am ${date}`,
      lastUsed: (date) => `Letzte Anmeldung am ${date}`,
      unused: "Noch nicht verwendet",
      backedUp: "Gesichert",
      onOneDevice: "Nur auf einem Gerät",
      unconfirmed: (date) => `Kann bis ${date} nicht mehr als die Anmeldung, die sie hinzugefügt hat`,
      opener: "Hat diese Sitzung eröffnet",
      suspended: "Gesperrt",
      confirm: "Bestätigen",
      confirmed: "Die Anmeldemöglichkeit hat jetzt alle Rechte.",
      rename: "Umbenennen",
      newName: "Neuer Name",
      save: "Speichern",
      renamed: (nickname) => `Der Passkey heißt jetzt „${nickname}“.`,
      remove: "Entfernen",
      removeTitle: (name) => `${name} entfernen?`,
      removeApprove: "Signieren und entfernen",
      removed: "Die Anmeldemöglichkeit ist entfernt, und ihre Sitzungen sind beendet."
    },
    history: {
      title: "Verlauf",
      none: "Bisher ist nichts geschehen.",
      more: "Mehr anzeigen",
      reading: "Wird geladen…",
      payee: (name) => `an ${name}`,
      ...activityWords(
        {
          ACCOUNT_RESUMED: "Wallet entsperrt",
          ACCOUNT_SUSPENDED: "Wallet gesperrt",
          ACCOUNT_UPDATED: "Einstellungen der Wallet geändert",
          ALL_SESSIONS_ENDED: "Alle Sitzungen beendet",
          CREDENTIAL_ADDED: "Anmeldemöglichkeit hinzugefügt",
          CREDENTIAL_CONFIRMED: "Anmeldemöglichkeit bestätigt",
          CREDENTIAL_CREATED: "Anmeldemöglichkeit eingerichtet",
          CREDENTIAL_LOCKED: "Anmeldemöglichkeit nach falschen Einmalcodes gesperrt",
          CREDENTIAL_REMOVED: "Anmeldemöglichkeit entfernt",
          CREDENTIAL_RENAMED: "Passkey umbenannt",
          CREDENTIAL_RESUMED: "Anmeldemöglichkeit entsperrt",
          CREDENTIAL_RETURNED: "Anmeldemöglichkeit wiederhergestellt",
          CREDENTIAL_SUSPENDED: "Anmeldemöglichkeit vom Support gesperrt",
          CREDENTIAL_UNLOCKED: "Anmeldemöglichkeit vom Support freigegeben",
          CUSTOMER_DELETED: "Wallet gelöscht",
          CUSTOMER_ERASED: "Persönliche Daten gelöscht",
          EMAIL_CHANGED: "E-Mail-Adresse geändert",
          EMAIL_CHANGE_SIGNED: "Änderung der E-Mail-Adresse signiert",
          EMAIL_RESTORED: "Frühere E-Mail-Adresse wiederhergestellt",
          GUARDIAN_ADDED: "Vertrauensperson hinzugefügt",
          GUARDIAN_REMOVED: "Vertrauensperson entfernt",
          HOST_CALL_SIGNED: "Vorgang der App signiert",
          MONEY_RECALLED: "Zahlung an Sie zurückgerufen",
          MONEY_RECEIVED: "Erhalten",
          MONEY_RETURNED: "Zahlung zurückgekommen",
          OTHER: "Sonstiges",
          OTHER_SESSIONS_ENDED: "Alle anderen Sitzungen beendet",
          PAYMENT_SENT: "Gezahlt",
          PAYMENT_SIGNED: "Zahlung signiert",
          RECOVERY_CANCELLED: "Wiederherstellung abgebrochen",
          RECOVERY_CODES_CREATED: "Wiederherstellungscodes erstellt",
          RECOVERY_COMPLETED: "Wiederherstellung abgeschlossen",
          RECOVERY_STARTED: "Wiederherstellung begonnen",
          SESSION_ENDED: "Abgemeldet",
          SESSION_OPENED: "Angemeldet",
          SESSION_REFRESHED: "Sitzung verlängert",
          WALLET_EXPORTED: "Wallet exportiert"
        },
        {
          END_USER: "Von Ihnen",
          GUARDIAN: "Von einer Vertrauensperson",
          OPERATOR: "Vom Support",
          PLATFORM: "Von der App",
          SERVICE: "Vom Dienst"
        }
      )
    },
    codes: {
      title: "Wiederherstellungscodes",
      hint: "Mit einem dieser Codes erhalten Sie wieder Zugriff, wenn Sie jede Anmeldemöglichkeit verlieren. Neue Codes ersetzen alle älteren.",
      create: "Wiederherstellungscodes erstellen",
      createTitle: "Neue Wiederherstellungscodes erstellen?",
      createApprove: "Signieren und erstellen",
      created: "Diese Codes werden nur einmal angezeigt. Bewahren Sie sie getrennt von diesem Gerät auf.",
      list: "Wiederherstellungscodes",
      copy: "Kopieren",
      copied: "Die Codes sind kopiert.",
      notCopied: "Der Browser hat die Codes nicht kopiert. Notieren oder drucken Sie sie.",
      print: "Drucken",
      stored: "Ich habe die Codes aufbewahrt",
      done: "Fertig",
      notStored:
        "Bewahren Sie die Codes zuerst auf, und kreuzen Sie das Kästchen an. Sie werden nicht noch einmal angezeigt."
    },
    walletExport: {
      title: "Wallet exportieren",
      hint: "Die Wiederherstellungsphrase gibt die volle Kontrolle über die Wallet. Auch der Support benötigt sie nie.",
      start: "Wallet exportieren",
      startTitle: "Wallet exportieren?",
      startApprove: "Signieren und exportieren",
      ready:
        "Die Wiederherstellungsphrase ist bereit und verborgen. Zeigen Sie sie nur an, wenn weder eine Kamera noch eine andere Person den Bildschirm sieht.",
      reveal: "Phrase anzeigen",
      hide: "Phrase verbergen",
      phrase: "Wiederherstellungsphrase",
      limit: (seconds) => `Sie verbirgt sich nach ${seconds} Sekunden. Sie können sie erneut anzeigen.`,
      done: "Fertig"
    }
  }
}

import { fr as base } from "../languages/fr.ts"
import type { Language } from "../languages/Language.ts"
import { activityWords, named } from "./words.ts"

/** French, as `@countersign/react/fr`, with the words of `@countersign/react/account`. */
export const fr: Language = {
  ...base,
  account: {
    shared: {
      loading: "Chargement…",
      reload: "Réessayer",
      busy: "Un instant…",
      cancel: "Annuler",
      credentialType: named({
        EMAIL_OTP: "Codes par e-mail",
        OAUTH: "Fournisseur d’identité",
        PASSKEY: "Clé d’accès"
      })
    },
    sessions: {
      title: "Sessions et appareils",
      none: "Il n’y a aucune session active.",
      current: "Ce navigateur",
      since: (date) => `Connexion le ${date}`,
      expires: (inTime) => `Expire ${inTime}`,
      expired: "Expirée",
      lastUsed: (date) => `Dernière utilisation le ${date}`,
      end: "Fermer",
      signOut: "Se déconnecter",
      endOthers: "Fermer toutes les autres sessions",
      ended: "La session est fermée.",
      othersEnded: "Toutes les autres sessions sont fermées."
    },
    credentials: {
      title: "Moyens de connexion",
      none: "Ce portefeuille n’a aucun moyen de connexion.",
      added: (date) => `Ajout le ${date}`,
      lastUsed: (date) => `Dernière connexion le ${date}`,
      unused: "Pas encore utilisé",
      backedUp: "Sauvegardée",
      onOneDevice: "Sur un seul appareil",
      unconfirmed: (date) => `Jusqu’au ${date}, limité aux droits de la connexion qui l’a ajouté`,
      opener: "A ouvert cette session",
      suspended: "Suspendu",
      confirm: "Confirmer",
      confirmed: "Ce moyen de connexion a maintenant tous les droits.",
      rename: "Renommer",
      newName: "Nouveau nom",
      save: "Enregistrer",
      renamed: (nickname) => `La clé d’accès s’appelle maintenant «\u00a0${nickname}\u00a0».`,
      remove: "Supprimer",
      removeTitle: (name) => `Supprimer ${name}\u202f?`,
      removeApprove: "Signer et supprimer",
      removed: "Ce moyen de connexion est supprimé et ses sessions sont fermées."
    },
    history: {
      title: "Historique",
      none: "Rien ne s’est encore passé.",
      more: "Afficher plus",
      reading: "Chargement…",
      payee: (name) => `à ${name}`,
      ...activityWords(
        {
          ACCOUNT_RESUMED: "Portefeuille débloqué",
          ACCOUNT_SUSPENDED: "Portefeuille suspendu",
          ACCOUNT_UPDATED: "Réglages du portefeuille modifiés",
          ALL_SESSIONS_ENDED: "Toutes les sessions fermées",
          CREDENTIAL_ADDED: "Moyen de connexion ajouté",
          CREDENTIAL_CONFIRMED: "Moyen de connexion confirmé",
          CREDENTIAL_CREATED: "Moyen de connexion créé",
          CREDENTIAL_LOCKED: "Moyen de connexion bloqué après des codes incorrects",
          CREDENTIAL_REMOVED: "Moyen de connexion supprimé",
          CREDENTIAL_RENAMED: "Clé d’accès renommée",
          CREDENTIAL_RESUMED: "Moyen de connexion rétabli",
          CREDENTIAL_RETURNED: "Moyen de connexion restitué",
          CREDENTIAL_SUSPENDED: "Moyen de connexion suspendu",
          CREDENTIAL_UNLOCKED: "Moyen de connexion débloqué",
          CUSTOMER_DELETED: "Portefeuille supprimé",
          CUSTOMER_ERASED: "Données personnelles effacées",
          EMAIL_CHANGED: "Adresse e-mail modifiée",
          EMAIL_CHANGE_SIGNED: "Changement d’adresse e-mail signé",
          EMAIL_RESTORED: "Ancienne adresse e-mail rétablie",
          GUARDIAN_ADDED: "Personne de confiance ajoutée",
          GUARDIAN_REMOVED: "Personne de confiance retirée",
          HOST_CALL_SIGNED: "Action de l’application signée",
          MONEY_RECALLED: "Paiement reçu rappelé",
          MONEY_RECEIVED: "Reçu",
          MONEY_RETURNED: "Paiement revenu",
          OTHER: "Autre événement",
          OTHER_SESSIONS_ENDED: "Toutes les autres sessions fermées",
          PAYMENT_SENT: "Payé",
          PAYMENT_SIGNED: "Paiement signé",
          RECOVERY_CANCELLED: "Récupération annulée",
          RECOVERY_CODES_CREATED: "Codes de récupération créés",
          RECOVERY_COMPLETED: "Récupération terminée",
          RECOVERY_STARTED: "Récupération commencée",
          SESSION_ENDED: "Déconnexion",
          SESSION_OPENED: "Connexion",
          SESSION_REFRESHED: "Session prolongée",
          WALLET_EXPORTED: "Portefeuille exporté"
        },
        {
          END_USER: "Par vous",
          GUARDIAN: "Par une personne de confiance",
          OPERATOR: "Par le support",
          PLATFORM: "Par l’application",
          SERVICE: "Par le service"
        }
      )
    },
    codes: {
      title: "Codes de récupération",
      hint: "Un de ces codes redonne accès au portefeuille si vous perdez tous vos moyens de connexion. De nouveaux codes remplacent les anciens.",
      create: "Créer des codes de récupération",
      createTitle: "Créer de nouveaux codes de récupération\u202f?",
      createApprove: "Signer et créer les codes",
      created: "Ces codes ne s’affichent qu’une fois. Conservez-les ailleurs que sur cet appareil.",
      list: "Codes de récupération",
      copy: "Copier",
      copied: "Les codes sont copiés.",
      notCopied: "Le navigateur n’a pas copié les codes. Notez-les ou imprimez-les.",
      print: "Imprimer",
      stored: "J’ai conservé les codes",
      done: "Terminer",
      notStored: "Conservez d’abord les codes et cochez la case. Ils ne s’afficheront plus."
    },
    walletExport: {
      title: "Exporter le portefeuille",
      hint: "La phrase de récupération donne le contrôle total du portefeuille. Le support n’en a jamais besoin.",
      start: "Exporter le portefeuille",
      startTitle: "Exporter le portefeuille\u202f?",
      startApprove: "Signer et exporter",
      ready:
        "La phrase de récupération est prête et masquée. Affichez-la là où aucune caméra ni aucune autre personne ne voit l’écran.",
      reveal: "Afficher la phrase",
      hide: "Masquer la phrase",
      phrase: "Phrase de récupération",
      limit: (seconds) => `Elle se masque après ${seconds} secondes. Vous pouvez l’afficher à nouveau.`,
      done: "Terminer"
    }
  }
}

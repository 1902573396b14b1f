import { formatAmount, formatDate } from "../amount.ts"
import type { Language } from "./Language.ts"
import { fieldNames, namesIn } from "./namesIn.ts"
import { refusedIn } from "./refusedIn.ts"
import { methodWords, sameTerms } from "./words.ts"

const fields = {
  accountCategory: "Type de compte (ancienne forme)",
  accountId: "Identifiant du compte",
  accountNumber: "Numéro de compte",
  address: "Adresse",
  amount: "Montant",
  bankAccountType: "Type de compte",
  bankCode: "Code de la banque",
  bankName: "Banque ou opérateur",
  birthDate: "Date de naissance",
  bolt12: "Offre BOLT 12",
  branchCode: "Code de l’agence",
  clabeNumber: "CLABE",
  country: "Pays",
  currency: "Devise",
  email: "Adresse e-mail",
  fee: "Frais",
  fullName: "Nom complet",
  iban: "IBAN",
  ifsc: "IFSC",
  invoice: "Facture Lightning",
  legalName: "Raison sociale",
  lightningAddress: "Adresse Lightning",
  name: "Nom",
  nationality: "Nationalité",
  nickname: "Libellé",
  payee: "Bénéficiaire",
  phoneNumber: "Numéro de téléphone",
  pixKey: "Clé Pix",
  pixKeyType: "Type de clé Pix",
  postalCode: "Code postal",
  provider: "Opérateur mobile",
  rail: "Réseau de paiement",
  region: "Région",
  registrationNumber: "Numéro d’immatriculation",
  routingNumber: "Numéro de routage",
  sortCode: "Sort code",
  swiftCode: "BIC (code SWIFT)",
  taxId: "Numéro fiscal",
  umaAddress: "Adresse UMA",
  vaspName: "Fournisseur du portefeuille",
  vpa: "Adresse UPI"
}

/** French. Addresses the end user as "vous". */
export const fr: Language = {
  tag: "fr",
  signIn: {
    title: "Se connecter",
    loading: "Chargement des moyens de connexion…",
    none: "Ce portefeuille n’a aucun moyen de connexion.",
    ended: "Votre session est terminée. Reconnectez-vous pour continuer.",
    suspended: "suspendu",
    another: "Utiliser un autre moyen",
    reload: "Réessayer",
    ...methodWords(
      {
        EMAIL_OTP: ["Recevoir un code par e-mail", "Envoi du code…", "Envoyer un nouveau code"],
        PASSKEY: [
          "Utiliser une clé d’accès",
          "Suivez les instructions de votre navigateur ou de votre appareil…",
          "Réessayer avec la clé d’accès"
        ],
        OAUTH: [
          "Utiliser un fournisseur d’identité",
          "Connectez-vous chez le fournisseur dans l’autre fenêtre…",
          "Réessayer avec le fournisseur d’identité"
        ]
      },
      (type) => [`Utiliser ${type}`, "Connexion…", "Réessayer"]
    )
  },
  visitor: {
    title: "Se connecter ou s’inscrire",
    email: "Adresse e-mail",
    submit: "Recevoir un code par e-mail",
    waiting: "Envoi du code…",
    passkey: "Utiliser une clé d’accès",
    code: { cancel: "Utiliser une autre adresse" }
  },
  openId: {
    submit: (provider) => `Continuer avec ${provider}`,
    leaving: (provider) => `Ouverture de ${provider}…`,
    completing: "Connexion en cours…",
    declined: (provider) =>
      `Vous n’avez pas terminé la connexion avec ${provider}. Réessayez ou utilisez un autre moyen.`,
    unavailable: (provider) => `La connexion avec ${provider} a échoué. Réessayez ou utilisez un autre moyen.`
  },
  code: {
    sent: (sentTo) => `Un code a été envoyé à ${sentTo}.`,
    label: "Code reçu par e-mail",
    wrong: "Ce code est incorrect. Vérifiez l’e-mail le plus récent et réessayez.",
    empty: "Saisissez le code reçu par e-mail.",
    submit: "Se connecter",
    busy: "Vérification du code…",
    cancel: "Utiliser un autre moyen"
  },
  passkey: {
    label: "Nom de cet appareil",
    nickname: "Cet appareil",
    submit: "Ajouter une clé d’accès",
    busy: "Suivez les instructions de votre navigateur ou de votre appareil…",
    added: ({ nickname, unconfirmedUntil }) =>
      `La clé d’accès «\u00a0${nickname}\u00a0» a été ajoutée. Vous pouvez maintenant l’utiliser pour vous connecter.${
        unconfirmedUntil === undefined
          ? ""
          : ` Jusqu’au ${formatDate(unconfirmedUntil, "fr")}, elle ne permet rien de plus que la connexion qui l’a ajoutée.`
      }`
  },
  terms: (locale) => ({
    ...sameTerms,
    title: ({ payee, sent }) => `Payer ${formatAmount(sent, locale)} à ${payee}\u202f?`,
    payee: "Bénéficiaire",
    account: "Type de compte du bénéficiaire",
    sent: "Vous payez",
    fee: "Frais inclus",
    received: "Le bénéficiaire reçoit",
    rate: "Taux de change",
    source: "Depuis",
    expiry: "Valable pendant",
    expired: "Offre expirée. Demandez-en une nouvelle.",
    approve: ({ sent }) => `Signer et payer ${formatAmount(sent, locale)}`,
    busy: "Signature et paiement…",
    decline: "Pas maintenant",
    callApprove: () => "Approuver et signer",
    callBusy: "Signature…",
    callExpired: "Demande expirée. Recommencez.",
    call: "Appel",
    ...namesIn({
      fields,
      value: "Valeur",
      accounts: {
        EMBEDDED_WALLET: "Portefeuille",
        INTERNAL_ACCOUNT: "Compte interne",
        LIGHTNING: "Lightning",
        SLV_ACCOUNT: "Compte au Salvador (USD)",
        SWIFT_ACCOUNT: "Compte bancaire par SWIFT",
        UMA_ADDRESS: "Adresse UMA",
        US_ACCOUNT: "Compte en USD"
      },
      accountIn: (currency) => `Compte en ${currency}`,
      walletOf: (chain) => `Portefeuille ${chain}`,
      operations: {
        AddCredential: "Ajouter un moyen de connexion\u202f?",
        AddGuardian: "Ajouter une personne de confiance\u202f?",
        CancelRecovery: "Annuler la récupération\u202f?",
        ConfirmCredential: "Confirmer ce moyen de connexion\u202f?",
        CreateRecoveryCodes: "Créer de nouveaux codes de récupération\u202f?",
        DeleteCustomer: "Supprimer le compte client\u202f?",
        ExecuteQuote: "Exécuter le paiement\u202f?",
        ExportWallet: "Exporter le portefeuille\u202f?",
        RefreshSession: "Prolonger la session\u202f?",
        RemoveGuardian: "Retirer la personne de confiance\u202f?",
        RenameCredential: "Renommer ce moyen de connexion\u202f?",
        RevokeCredential: "Supprimer ce moyen de connexion\u202f?",
        RevokeOtherSessions: "Fermer toutes les autres sessions\u202f?",
        RevokeSession: "Fermer la session\u202f?",
        UpdateAccount: "Modifier le portefeuille\u202f?",
        UpdateCustomer: "Modifier les données du client\u202f?"
      },
      operation: (name) => `Signer «\u00a0${name}\u00a0»\u202f?`
    })
  }),
  errors: {
    retry: (inTime) => `Réessayez ${inTime}.`,
    notSigned: () => "Rien n’a été signé. Vérifiez les données et recommencez.",
    unverified: () => "La réponse du serveur n’a pas pu être vérifiée. Rien n’a été signé.",
    named: {
      SignedOutError: "Cette action nécessite votre signature. Connectez-vous d’abord.",
      NetworkError: "Le serveur n’a pas répondu. Vérifiez si l’action a été effectuée avant de réessayer.",
      PasskeysUnavailableError:
        "Les clés d’accès ne sont pas disponibles ici. Ouvrez la page en https dans un navigateur récent.",
      WebCryptoUnavailableError: "Ouvrez cette page en https. Le navigateur ne peut pas signer ici.",
      SignInNotPendingError:
        "Cette connexion a expiré ou a commencé dans un autre navigateur. Connectez-vous à nouveau.",
      NotAllowedError: "La demande de clé d’accès a été fermée ou a expiré. Réessayez.",
      InvalidStateError: "Cet appareil a déjà une clé d’accès pour ce portefeuille. Utilisez-la pour vous connecter."
    },
    unknown: "Une erreur s’est produite sur cette page. Rechargez-la. Vous restez connecté.",
    refused: refusedIn(
      {
        fields: (names) => `Champs concernés\u00a0: ${names}.`,
        incident: (id) => `Indiquez ce numéro d’incident au support\u00a0: ${id}.`,
        other: (code) => `Le serveur a refusé l’action (${code}). Rechargez la page ou contactez le support.`,
        sentences: {
          ACCOUNT_HELD:
            "Le portefeuille est bloqué temporairement en raison d’une récupération. Attendez, ou annulez la récupération si vous ne l’avez pas demandée.",
          ACCOUNT_SUSPENDED: "Le support a suspendu ce portefeuille. Contactez le support.",
          AMOUNT_OUT_OF_RANGE: "Le montant est trop petit ou trop grand. Choisissez-en un autre.",
          CONFIRMATION_REFUSED:
            "Seul un moyen de connexion plus ancien et confirmé, qui ne l’a pas ajouté, peut confirmer celui-ci. Connectez-vous avec un tel moyen, ou attendez.",
          CREDENTIAL_SUSPENDED:
            "Le support a suspendu ce moyen de connexion. Utilisez-en un autre ou contactez le support.",
          CREDENTIAL_TYPE_DISABLED: "Ce type de connexion n’est pas autorisé. Utilisez-en un autre.",
          CUSTOMER_DELETED: "Le compte client a été supprimé et ne peut plus être modifié.",
          CallInFlight: "La même action est en cours. Attendez un instant.",
          CurrencyInUse: "Il existe encore un compte dans l’une de ces devises. Elle ne peut pas être retirée.",
          DESTINATION_NOT_ALLOWED:
            "Ce compte ne peut pas encore être payé, car il est nouveau ou a été modifié. Choisissez un autre compte, ou attendez.",
          EMAIL_CHANGES: "L’adresse e-mail a été modifiée trop souvent.",
          EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: "Ce portefeuille a déjà une connexion par e-mail. Utilisez-la.",
          EmailChangeNotPending:
            "Aucune modification de l’adresse e-mail n’est en attente. Modifiez l’adresse et signez la modification.",
          EmailMissing: "Aucune adresse e-mail n’est enregistrée. Enregistrez-en une d’abord.",
          ExternalAccountExists: "Ce compte bénéficiaire existe déjà. Utilisez celui qui existe.",
          ExternalAccountMistyped: "Un chiffre de contrôle du compte est incorrect. Corrigez la saisie.",
          GuardianExists:
            "Cette clé d’accès appartient déjà au portefeuille. Utilisez la clé d’accès d’une autre personne.",
          INSUFFICIENT_BALANCE: "Le solde est insuffisant. Ajoutez des fonds ou choisissez un montant plus petit.",
          INTERNAL_ERROR:
            "Une erreur s’est produite sur le serveur. Vérifiez si l’action a été effectuée avant de réessayer.",
          INVALID_AMOUNT: "Le montant n’est pas valide. Saisissez un montant supérieur à zéro.",
          INVALID_BANK_ACCOUNT: "Ce compte ne peut pas être payé. Choisissez un autre compte du bénéficiaire.",
          INVALID_CURRENCY: "Cette devise n’est pas disponible pour ce paiement. Choisissez-en une autre.",
          INVALID_INPUT: "Certaines données ne sont pas valides. Corrigez-les.",
          LastCredential: "Le dernier moyen de connexion ne peut pas être supprimé. Ajoutez-en d’abord un autre.",
          MISSING_MANDATORY_USER_INFO: "Il manque des données pour ce paiement. Complétez-les.",
          NicknameFixed: "Seules les clés d’accès peuvent être renommées.",
          OIDC_TOKEN: "La connexion chez le fournisseur d’identité n’a pas été acceptée. Reconnectez-vous chez lui.",
          OTP_EXPIRED: "Le code a expiré. Demandez-en un nouveau.",
          OTP_LOCKED: "Trop de codes incorrects ont été saisis.",
          OTP_NOT_PENDING: "Ce code n’est plus valable. Demandez-en un nouveau.",
          OTP_SUPERSEDED: "Un nouveau code a été demandé entre-temps. Saisissez le plus récent.",
          OTP_WRONG: "Le code est incorrect. Saisissez celui de l’e-mail le plus récent.",
          OUTCOME_UNKNOWN: "On ignore si l’action a été effectuée. Vérifiez-le avant de réessayer.",
          OauthExists: "Cette identité est déjà liée au portefeuille. Utilisez-la pour vous connecter.",
          PAGE: "La page a envoyé une demande non valide. Rechargez-la et réessayez.",
          PASSKEY: "La clé d’accès n’a pas été acceptée. Réessayez.",
          PASSKEY_CREDENTIAL_ALREADY_EXISTS:
            "Cette clé d’accès est déjà enregistrée. Utilisez-la pour vous connecter, ou créez-en une autre.",
          PAYMENT_LIMIT_EXCEEDED:
            "Le paiement dépasse une limite. Choisissez un montant plus petit, ou payez un autre jour.",
          QUOTE_EXECUTION_FAILED:
            "Le paiement n’a pas pu être exécuté. Consultez-en la raison, puis demandez une nouvelle offre.",
          QUOTE_EXPIRED: "L’offre a expiré. Demandez-en une nouvelle.",
          QuoteAwaitsDeposit: "L’offre sera exécutée dès la réception du dépôt.",
          QuoteConsumed: "L’offre a déjà été utilisée. Vérifiez l’état du paiement.",
          QuoteEndsChanged: "L’un des comptes a changé depuis l’offre. Demandez une nouvelle offre et vérifiez-la.",
          RATE_LIMITED: "Il y a eu trop de tentatives.",
          RECOVERY_CANCEL_TOKEN:
            "Ce code n’annule aucune récupération en cours. Copiez-le depuis le message le plus récent.",
          RECOVERY_CODE: "Le code de récupération est incorrect ou a déjà servi. Saisissez-en un autre.",
          RECOVERY_DISABLED: "Ce type de récupération n’est pas disponible.",
          REFERENCE_NOT_FOUND: "L’élément est introuvable. Rechargez la page et choisissez-le de nouveau.",
          REQUEST_ID_EXPIRED: "L’action a expiré ou a changé. Recommencez-la.",
          RecoveryEnded: "La récupération est terminée, annulée ou expirée. Commencez-en une nouvelle.",
          RecoveryNotReady: "Le délai de cette récupération n’est pas encore écoulé.",
          RecoveryOpen: "Une récupération de ce portefeuille est déjà en cours. Terminez-la ou annulez-la.",
          RecoveryUnconfirmed:
            "La personne de confiance ou les codes de récupération ont été ajoutés récemment et ne sont pas encore confirmés.",
          SERVICE_UNAVAILABLE:
            "Le service n’est pas disponible pour le moment. Vérifiez si l’action a été effectuée avant de réessayer.",
          SESSION_OVER: "Votre session est terminée. Reconnectez-vous.",
          SESSION_PROOF_STALE: "La demande est arrivée trop tard. Vérifiez l’heure de votre appareil et réessayez.",
          SIGN_IN_UNKNOWN: "Cette connexion n’est plus valable. Connectez-vous avec un nouveau code.",
          STEP_UP_REQUIRED:
            "Cette action nécessite une connexion plus récente ou plus sûre. Reconnectez-vous, par exemple avec une clé d’accès.",
          SavedCodesMissing: "Ce portefeuille n’a pas de codes de récupération. Choisissez un autre moyen.",
          TooManyCredentials: "Il y a trop de moyens de connexion. Supprimez-en d’abord un.",
          TooManyGuardians: "Il y a trop de personnes de confiance. Retirez-en d’abord une.",
          UMA_NOT_FOUND: "Aucun bénéficiaire n’existe à cette adresse UMA. Vérifiez l’adresse.",
          UNDO_TOKEN: "Ce code n’annule aucune modification. Saisissez celui de l’e-mail le plus récent.",
          USER_UNKNOWN: "Vous n’êtes pas connecté à cette application. Connectez-vous, puis réessayez.",
          UmaAddressTaken: "Cette adresse UMA est déjà prise. Choisissez-en une autre.",
          VisitorRefused:
            "Aucun compte ne correspond à cette adresse, à cette clé d’accès ou à cette identité. Connectez-vous autrement ou inscrivez-vous d’abord."
        }
      },
      fieldNames(fields)
    )
  }
}

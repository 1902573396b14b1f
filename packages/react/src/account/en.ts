import { en as base } from "../languages/en.ts"
import type { AccountText } from "./AccountText.ts"
import { activityWords, named } from "./words.ts"

/** English, the default of the components of this entry. */
export const en = {
  ...base,
  account: {
    shared: {
      loading: "Reading…",
      reload: "Try again",
      busy: "One moment…",
      cancel: "Cancel",
      credentialType: named({ EMAIL_OTP: "Codes by e-mail", OAUTH: "Identity", PASSKEY: "Passkey" })
    },
    sessions: {
      title: "Sessions and devices",
      none: "There are no active sessions.",
      current: "This browser",
      since: (date) => `Signed in ${date}`,
      expires: (inTime) => `Expires ${inTime}`,
      expired: "Expired",
      lastUsed: (date) => `Last used ${date}`,
      end: "End",
      signOut: "Sign out",
      endOthers: "End all other sessions",
      ended: "The session has ended.",
      othersEnded: "All other sessions have ended."
    },
    credentials: {
      title: "Ways to sign in",
      none: "This wallet has no way to sign in.",
      added: (date) => `Added ${date}`,
      lastUsed: (date) => `Last sign-in ${date}`,
      unused: "Not used yet",
      backedUp: "Backed up",
      onOneDevice: "On one device only",
      unconfirmed: (date) => `Until ${date} it can do no more than the sign-in that added it`,
      opener: "Opened this session",
      suspended: "Suspended",
      confirm: "Confirm",
      confirmed: "It now has all permissions.",
      rename: "Rename",
      newName: "New name",
      save: "Save",
      renamed: (nickname) => `The passkey is now named “${nickname}”.`,
      remove: "Remove",
      removeTitle: (name) => `Remove ${name}?`,
      removeApprove: "Sign and remove",
      removed: "It has been removed, and its sessions have ended."
    },
    history: {
      title: "History",
      none: "Nothing has happened yet.",
      more: "Show more",
      reading: "Reading…",
      payee: (name) => `to ${name}`,
      ...activityWords(
        {
          ACCOUNT_RESUMED: "Wallet resumed",
          ACCOUNT_SUSPENDED: "Wallet suspended",
          ACCOUNT_UPDATED: "Wallet settings changed",
          ALL_SESSIONS_ENDED: "All sessions ended",
          CREDENTIAL_ADDED: "Way to sign in added",
          CREDENTIAL_CONFIRMED: "Way to sign in confirmed",
          CREDENTIAL_CREATED: "Way to sign in created",
          CREDENTIAL_LOCKED: "Way to sign in locked after wrong codes",
          CREDENTIAL_REMOVED: "Way to sign in removed",
          CREDENTIAL_RENAMED: "Passkey renamed",
          CREDENTIAL_RESUMED: "Way to sign in resumed",
          CREDENTIAL_RETURNED: "Way to sign in returned",
          CREDENTIAL_SUSPENDED: "Way to sign in suspended",
          CREDENTIAL_UNLOCKED: "Way to sign in unlocked",
          CUSTOMER_DELETED: "Wallet deleted",
          CUSTOMER_ERASED: "Personal data erased",
          EMAIL_CHANGED: "E-mail address changed",
          EMAIL_CHANGE_SIGNED: "Change of the e-mail address signed",
          EMAIL_RESTORED: "Earlier e-mail address restored",
          GUARDIAN_ADDED: "Guardian added",
          GUARDIAN_REMOVED: "Guardian removed",
          HOST_CALL_SIGNED: "Action of the app signed",
          MONEY_RECALLED: "Payment to you recalled",
          MONEY_RECEIVED: "Received",
          MONEY_RETURNED: "Payment returned",
          OTHER: "Other event",
          OTHER_SESSIONS_ENDED: "All other sessions ended",
          PAYMENT_SENT: "Paid",
          PAYMENT_SIGNED: "Payment signed",
          RECOVERY_CANCELLED: "Recovery cancelled",
          RECOVERY_CODES_CREATED: "Recovery codes made",
          RECOVERY_COMPLETED: "Recovery completed",
          RECOVERY_STARTED: "Recovery started",
          SESSION_ENDED: "Signed out",
          SESSION_OPENED: "Signed in",
          SESSION_REFRESHED: "Session refreshed",
          WALLET_EXPORTED: "Wallet exported"
        },
        {
          END_USER: "By you",
          GUARDIAN: "By a guardian",
          OPERATOR: "By support",
          PLATFORM: "By the app",
          SERVICE: "By the service"
        }
      )
    },
    codes: {
      title: "Recovery codes",
      hint: "With one of these codes you get back into the wallet if you lose every way to sign in. New codes replace all older ones.",
      create: "Make recovery codes",
      createTitle: "Make new recovery codes?",
      createApprove: "Sign and make the codes",
      created: "These codes are shown once. Store them apart from this device.",
      list: "Recovery codes",
      copy: "Copy",
      copied: "The codes are copied.",
      notCopied: "The browser did not copy the codes. Write them down, or print them.",
      print: "Print",
      stored: "I have stored the codes",
      done: "Done",
      notStored: "Store the codes first, and check the box. They are not shown again."
    },
    walletExport: {
      title: "Export the wallet",
      hint: "The recovery phrase gives full control of the wallet. Support never needs it.",
      start: "Export the wallet",
      startTitle: "Export the wallet?",
      startApprove: "Sign and export",
      ready: "The recovery phrase is ready, and hidden. Reveal it where no camera or other person sees the screen.",
      reveal: "Reveal the phrase",
      hide: "Hide the phrase",
      phrase: "Recovery phrase",
      limit: (seconds) => `It hides itself after ${seconds} seconds. You can reveal it again.`,
      done: "Done"
    }
  } satisfies AccountText
}

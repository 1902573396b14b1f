import type { ActivityListText } from "./ActivityList.tsx"
import type { CredentialListText } from "./CredentialList.tsx"
import type { RecoveryCodesText } from "./RecoveryCodes.tsx"
import type { SessionListText } from "./SessionList.tsx"
import type { WalletExportText } from "./WalletExport.tsx"

/** The words of the components of `@countersign/react/account` in one language. */
export interface AccountText {
  /** The words that several of them have. */
  readonly shared: SharedText
  /** The words of `SessionList`. */
  readonly sessions: SessionListText
  /** The words of `CredentialList`. */
  readonly credentials: CredentialListText
  /** The words of `ActivityList`. */
  readonly history: ActivityListText
  /** The words of `RecoveryCodes`. */
  readonly codes: RecoveryCodesText
  /** The words of `WalletExport`. */
  readonly walletExport: WalletExportText
}

/** The words that several components of `@countersign/react/account` have. */
export interface SharedText {
  /** The status while a list is being read. */
  readonly loading: string
  /** The button that reads a list again after a failure. */
  readonly reload: string
  /** The status while an action is under way. */
  readonly busy: string
  /** The button that leaves a form without a change. */
  readonly cancel: string
  /** The name of a credential type: "Passkey". */
  readonly credentialType: (type: string) => string
}

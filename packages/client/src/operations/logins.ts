import type { PublicKey } from "@countersign/wire"
import type { Send } from "../connection.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { AddCredential } from "./addCredential.ts"
import type { Credentials } from "./credentials.ts"
import { emailOtpOn } from "./emailOtp.ts"
import { oauthOn } from "./oauth.ts"
import { passkeysOn } from "./passkeys.ts"
import type { Perform } from "./signedRetry.ts"

/** What the operations of a type of credential work with. */
export interface Parts {
  readonly send: Send
  readonly perform: Perform
  readonly keys: KeyStore
  readonly bundleSigners: ReadonlyArray<PublicKey>
  readonly credentials: Credentials
  readonly addCredential: AddCredential
}

/** The operations of each type of credential. A new type is its file and a line here. */
export const loginsOn = (parts: Parts) => ({
  emailOtp: emailOtpOn(parts),
  oauth: oauthOn(parts),
  passkeys: passkeysOn(parts)
})
export type Logins = ReturnType<typeof loginsOn>

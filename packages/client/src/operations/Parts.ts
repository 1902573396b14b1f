import type { PublicKey } from "@countersign/wire"
import type { Send } from "../connection.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { ServerClock } from "../serverClock.ts"
import type { Authenticators } from "../webauthn/assert.ts"
import type { AddCredential } from "./addCredential.ts"
import type { Credentials } from "./credentials.ts"
import type { Perform } from "./signing.ts"

/** The means that the operations of a client share. */
export interface Parts {
  readonly send: Send
  readonly perform: Perform
  readonly clock: ServerClock
  readonly keys: KeyStore
  readonly authenticators: Authenticators | undefined
  readonly bundleSigners: ReadonlyArray<PublicKey>
  readonly credentials: Credentials
  readonly addCredential: AddCredential
}

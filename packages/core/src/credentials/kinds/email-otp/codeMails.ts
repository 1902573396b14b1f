import { Schema } from "effect"
import { Branding } from "../../../model/EmbeddedWalletConfig.ts"
import { Environment } from "../../../model/Environment.ts"
import { CredentialId } from "../../../model/ids.ts"
import { Millis } from "../../../model/time.ts"
import * as Collection from "../../../ports/Collection.ts"

/**
 * A code waiting to be mailed. One a credential: a newer code replaces an older one that has not left yet, so that no
 * two codes are ever on their way.
 */
export const CodeMailOrder = Schema.Struct({
  credentialId: CredentialId,
  environment: Environment,
  issueId: Schema.String,
  to: Schema.String,
  branding: Branding,
  /** The code, sealed by the vault until the moment it is handed to the mailer. */
  sealedCode: Schema.String,
  expiresAt: Millis,
  dueAt: Millis,
  attempts: Schema.Int
})
export type CodeMailOrder = typeof CodeMailOrder.Type

export const codeMails = Collection.make({
  name: "code_mails",
  schema: CodeMailOrder,
  id: (order) => order.credentialId,
  expiry: "expiresAt",
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})

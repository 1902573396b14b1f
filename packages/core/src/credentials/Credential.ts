import { Schema } from "effect"
import { AccountId, CredentialId } from "../model/ids.ts"
import { KindName } from "../model/KindName.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

/** A way to prove who one is, tied to one account. What is particular to its type is in `material`, read by its kind. */
export const Credential = Schema.Struct({
  credentialId: CredentialId,
  accountId: AccountId,
  type: KindName,
  nickname: Schema.String,
  material: Schema.Json,
  /** What no second credential of the environment may share (I6). Each kind says what that is. */
  uniqueKey: Schema.String,
  createdAt: Millis,
  updatedAt: Millis
})
export type Credential = typeof Credential.Type

export const credentials = Collection.make({
  name: "credentials",
  schema: Credential,
  id: (credential) => credential.credentialId,
  unique: { identity: ["uniqueKey"] },
  indexes: { account: ["accountId"], credential: ["credentialId"] }
})

/** The addresses that the EMAIL_OTP credentials among these mail codes to. */
export const emailsOf = (all: ReadonlyArray<{ readonly value: Credential }>): ReadonlyArray<string> =>
  all.flatMap(({ value }) => (value.type === "EMAIL_OTP" ? [value.nickname] : []))

import { Result, Schema } from "effect"
import { AccountId } from "../../../model/ids.ts"
import { label } from "../../../model/text.ts"
import { type Asserted, PasskeyMaterial, PasskeyRefused } from "../../../ports/Passkeys.ts"
import { compiledDecoder } from "../../../schema/compiledDecoder.ts"
import type { Credential } from "./Credential.ts"

export const materialOf = (credential: Credential): PasskeyMaterial => decode(credential.material)
const decode = compiledDecoder(PasskeyMaterial)

/** The identity of a passkey, unique in the environment (I6). `id` is the WebAuthn id in base64url. */
export const identityOf = (id: string): string => `PASSKEY/${id}`

/**
 * The passkey after an assertion. WebAuthn Level 3, section 6.1.1: if either counter is not zero and the new one is not
 * greater, the authenticator may be cloned, and the assertion is refused. The asserted counter and backup state are
 * stored.
 */
export const advance = (
  material: PasskeyMaterial,
  asserted: Asserted
): Result.Result<PasskeyMaterial, PasskeyRefused> => {
  if (asserted.isBackupEligible !== material.isBackupEligible) {
    return Result.fail(new PasskeyRefused({ check: "backup flags" }))
  }
  const areBothZero = asserted.counter === 0 && material.counter === 0
  if (!areBothZero && asserted.counter <= material.counter) {
    return Result.fail(new PasskeyRefused({ check: "counter" }))
  }
  const { counter, isBackedUp = material.isBackedUp } = asserted
  return Result.succeed({ ...material, counter, ...(isBackedUp === undefined ? {} : { isBackedUp }) })
}

/** Base64url text. The ceremony checks the decoded length. */
const base64url = (max: number) =>
  Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(max)).annotate({
    send: `base64url text of 1 to ${max} characters, as the authenticator returned it`
  })

/** The name of a device, as its owner reads it. */
export const Nickname = label(64)

const transport = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,64}$/u, { send: "a transport as the authenticator returned it, such as internal" })
)

export const Addition = Schema.Struct({
  type: Schema.Literal("PASSKEY"),
  accountId: AccountId,
  nickname: Nickname,
  challenge: base64url(1024),
  attestation: Schema.Struct({
    credentialId: base64url(2048),
    clientDataJson: base64url(8192),
    attestationObject: base64url(65_536),
    // Hints of an open list: unknown ones are stored too.
    transports: Schema.optionalKey(
      Schema.Array(transport)
        .check(Schema.isMaxLength(16))
        .annotate({ description: "As the authenticator returned them, such as `internal`" })
    )
  })
}).annotate({
  description: "A passkey to add, as the authenticator created it. Bytes are in base64url without padding"
})

export const PasskeyAssertionBody = Schema.Struct({
  credentialId: base64url(2048),
  clientDataJson: base64url(8192),
  authenticatorData: base64url(8192),
  signature: base64url(2048),
  userHandle: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isMaxLength(128))))
}).annotate({ description: "An assertion, as the authenticator returned it. Bytes are in base64url without padding" })

export const Submission = Schema.Struct({ type: Schema.Literal("PASSKEY"), assertion: PasskeyAssertionBody })

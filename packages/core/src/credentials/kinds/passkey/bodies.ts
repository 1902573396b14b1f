import { Schema } from "effect"
import { AccountId } from "../../../model/ids.ts"

/** Base64url; how long it may be when decoded is for the ceremony to say. */
const base64url = (max: number) =>
  Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(max)).annotate({
    send: `base64url text of 1 to ${max} characters, as the authenticator returned it`
  })

/** Trimmed, 1 to 100 characters: letters and digits of any script, spaces and a few marks. */
const Nickname = Schema.Trim.check(
  Schema.isMinCodePoints(1),
  Schema.isMaxCodePoints(100),
  Schema.isPattern(/^[\p{L}\p{M}\p{N} ._\-'()]+$/u, {
    send: "a name of 1 to 100 letters, digits, spaces and the marks . _ - ' ( )"
  })
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
    transports: Schema.optionalKey(
      Schema.Array(Schema.Literals(["usb", "nfc", "ble", "internal", "hybrid"])).check(Schema.isMaxLength(10))
    )
  })
})

export const Submission = Schema.Struct({
  type: Schema.Literal("PASSKEY"),
  assertion: Schema.Struct({
    credentialId: base64url(2048),
    clientDataJson: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(2048),
    userHandle: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isMaxLength(128))))
  })
})

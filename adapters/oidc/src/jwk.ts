import { Schema } from "effect"

/** The list of a key set, whose keys are yet to be judged one by one. Source: RFC 7517 section 5. */
export const KeySetDocument = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })

/** What a key is for. RFC 7517 sections 4.2 to 4.4: each of the three may be left out, and binds when it is there. */
export const KeyPurpose = Schema.Struct({
  kid: Schema.NonEmptyString,
  use: Schema.optionalKey(Schema.Literal("sig")),
  key_ops: Schema.optionalKey(
    Schema.Array(Schema.String).check(Schema.makeFilter((operations) => operations.includes("verify")))
  ),
  alg: Schema.optionalKey(Schema.String),
  // A private key that is published is everybody's.
  d: Schema.optionalKey(Schema.Never)
})

/** The public members alone: nothing else of a key reaches the library. Source: RFC 7518 section 6, RFC 8037 section 2. */
export const KeyMaterial = Schema.Union([
  Schema.Struct({ kty: Schema.Literal("RSA"), n: Schema.String, e: Schema.String }),
  Schema.Struct({ kty: Schema.Literal("EC"), crv: Schema.String, x: Schema.String, y: Schema.String }),
  Schema.Struct({ kty: Schema.Literal("OKP"), crv: Schema.String, x: Schema.String })
])
export type KeyMaterial = typeof KeyMaterial.Type

import { Schema } from "effect"

const SignedText = Schema.Struct({
  parameters: Schema.Struct({
    context: Schema.Struct({ path: Schema.String }),
    /** Credentials to remove. */
    providerIds: Schema.optionalKey(Schema.Array(Schema.String)),
    /** Sessions to end. */
    apiKeyIds: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The key of a session to open. */
    targetPublicKey: Schema.optionalKey(Schema.String),
    /** What a host asks for, as hexadecimal digits. */
    payload: Schema.optionalKey(Schema.String)
  })
})
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(SignedText))

/** What the first leg handed out to be signed: for a reader who asks what was agreed to, the only truth. */
export const signedText = (payload: string): (typeof SignedText.Type)["parameters"] => {
  const before = known.get(payload)
  if (before !== undefined) return before
  const { parameters } = decode(payload)
  known.set(payload, parameters)
  return parameters
}
const known = new Map<string, (typeof SignedText.Type)["parameters"]>()

import { Schema, SchemaTransformation } from "effect"
import { asciiHost } from "./text.ts"

/** RFC 5321 section 4.5.3.1.3: a path, less its angle brackets, is at most 254 octets. */
const MAX = 254

// A dot-atom local part and a host name with at least two labels. No quotes, comments, display names or lists.
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}){0,10}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u

/**
 * Exactly one e-mail address. It is normalised first, then validated, then stored, so the validated address is the
 * address that receives mail: a full-width `＠` cannot become a second `@` after validation.
 */
export const Email = Schema.String.annotate({
  description: "One e-mail address, at most 254 characters. Its host name is stored in its A-labels (xn--).",
  send: "one e-mail address of at most 254 characters, with ASCII characters alone before the @, such as ada@example.com"
})
  .check(Schema.isMaxLength(MAX * 2))
  .pipe(
    Schema.decodeTo(
      Schema.String.check(Schema.isMaxLength(MAX), Schema.isPattern(ADDRESS)),
      SchemaTransformation.transform({
        decode: normalise,
        encode: (address: string) => address
      })
    )
  )

function normalise(text: string): string {
  const compatible = text.normalize("NFKC").trim()
  const at = compatible.lastIndexOf("@")
  const host = compatible.slice(at + 1)
  return compatible.slice(0, at + 1) + (asciiHost(host) ?? host)
}

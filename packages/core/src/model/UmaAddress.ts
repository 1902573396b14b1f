import { Schema, SchemaTransformation } from "effect"
import { asciiHost } from "./hostName.ts"

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"

/** A payment address: `$name@host`. Stored in lower case, the host name in its A-labels. */
export const UmaAddress = Schema.String.annotate({
  description: "$name@host",
  send: "a payment address of the form $name@host, of at most 255 characters"
})
  .check(Schema.isMaxLength(255))
  .pipe(
    Schema.decodeTo(
      Schema.String.check(
        Schema.isMaxLength(255),
        Schema.isPattern(
          new RegExp(`^\\$[a-z0-9][a-z0-9._+-]{0,63}@(?:${label}\\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`, "u")
        )
      ),
      SchemaTransformation.transform({
        decode: (sent: string) => {
          const at = sent.lastIndexOf("@")
          return `${sent.slice(0, at).toLowerCase()}@${asciiHost(sent.slice(at + 1)) ?? ""}`
        },
        encode: (address: string) => address
      })
    )
  )

/** A generated address: the customer's own id at the domain of the platform. */
export const umaAddressOf = (customerId: string, domain: string): string =>
  `$${customerId.slice("Customer:".length)}@${domain}`

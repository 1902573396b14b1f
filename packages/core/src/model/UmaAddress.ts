import { Schema } from "effect"

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"

/** A payment address: `$name@host`, in lower case. */
export const UmaAddress = Schema.String.check(
  Schema.isMaxLength(255),
  Schema.isPattern(
    new RegExp(`^\\$[a-z0-9][a-z0-9._+-]{0,63}@(?:${label}\\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`, "u")
  )
).annotate({
  description: "$name@host, in lower case",
  send: "a payment address of the form $name@host, in lower case and at most 255 characters; other alphabets of the host in their xn-- form"
})

/** A generated address: the customer's own id at the domain of the platform. */
export const umaAddressOf = (customerId: string, domain: string): string =>
  `$${customerId.slice("Customer:".length)}@${domain}`

import { domainOf, type Sender, senderOf } from "./address.ts"
import { ConfigurationRefused } from "./ConfigurationRefused.ts"
import { plain } from "./plain.ts"
import type { SmtpFault } from "./SmtpFault.ts"
import type { SmtpOptions } from "./SmtpOptions.ts"
import { type Endpoint, endpointOf, isLoopback } from "./server.ts"
import { defaultTexts, type Texts } from "./Texts.ts"
import { type Timeouts, timeoutsOf } from "./timeouts.ts"

/** Options that can be served, with nothing left out that has a default. */
export interface Settled {
  readonly endpoint: Endpoint
  readonly plaintext: boolean
  readonly ca: string | undefined
  readonly connections: number
  readonly timeouts: Timeouts
  readonly from: Sender
  readonly product: string
  readonly texts: Texts
  readonly report: (fault: SmtpFault) => void
  readonly now: (() => number) | undefined
}

/** Judges the options of a host before any mail is sent. Throws {@link ConfigurationRefused}. */
export const settled = (options: SmtpOptions): Settled => {
  const { ca, connections = 5, now, plaintext = false, report = () => {}, texts, timeouts } = options
  const endpoint = endpointOf(options)
  if (plaintext && (endpoint.secure || !isLoopback(endpoint.host))) {
    throw new ConfigurationRefused(
      "The option plaintext of smtpMailer is for a smtp server on localhost, 127.0.0.1 or ::1. Leave it out."
    )
  }
  if (!Number.isInteger(connections) || connections < 1 || connections > 100) {
    throw new ConfigurationRefused("The option connections of smtpMailer must be a whole number from 1 to 100.")
  }
  const from = senderOf(String(options.from))
  if (from === undefined) {
    throw new ConfigurationRefused(
      "The option from of smtpMailer must be one address, as login@acme.example or Acme <login@acme.example>."
    )
  }
  const product = options.product ?? (from.name === "" ? domainOf(from.address) : from.name)
  if (product === "" || product !== plain(product)) {
    throw new ConfigurationRefused("The option product of smtpMailer must be a name of one line.")
  }
  return {
    endpoint,
    plaintext,
    ca,
    connections,
    timeouts: timeoutsOf(timeouts),
    from,
    product,
    texts: { ...defaultTexts, ...texts },
    report,
    now
  }
}

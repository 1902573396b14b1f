import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import type { CountersignOptions } from "./options.ts"

/** What production has to be given: anything made up in its place would be gone, or everybody's. */
export const productionFindings = (options: CountersignOptions): ReadonlyArray<ConfigurationFinding> => [
  ...unlessGiven(
    options,
    "keys",
    "those made up at a start are gone at the next. Make them with: npx countersign keys"
  ),
  ...unlessGiven(
    options,
    "store",
    "memory forgets all when the process ends. Pass postgres({ pool }) of @countersign/postgres"
  ),
  ...unlessGiven(options, "mailer", "codes have to reach their users. Pass { sendCode }; @countersign/smtp makes one"),
  ...(options.webhooks?.allowPrivate === true
    ? [
        finding(
          "webhooks.allowPrivate",
          "webhooks.allowPrivate may not be set beside a production token: its webhooks would share a process with what reaches your own network. Leave it out, or give only sandbox tokens"
        )
      ]
    : []),
  ...plainOrigins(options)
]

const unlessGiven = (options: CountersignOptions, option: keyof CountersignOptions, why: string) =>
  options[option] === undefined ? [finding(option, `${option} must be given beside a production token: ${why}`)] : []

/** WebAuthn takes http from loopback alone, so such an origin is one of a developer's desk. */
const plainOrigins = ({ production }: CountersignOptions): ReadonlyArray<ConfigurationFinding> => {
  const origins = production?.passkeys?.origins ?? []
  if (origins === "any" || production?.passkeys?.rpIds === "any") {
    return [finding("production.passkeys", "production.passkeys takes any page for yours. List your rpIds and origins")]
  }
  return [...origins]
    .filter((origin) => String(origin).startsWith("http:"))
    .map((origin) =>
      finding(
        "production.passkeys.origins",
        `production.passkeys.origins has ${origin}, which is of a developer's desk. Take it out, or write its https origin`
      )
    )
}

import { Layer } from "effect"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import type { CountersignOptions } from "./options.ts"

type Shape = (value: unknown) => string | undefined

const layer =
  (example: string): Shape =>
  (value) =>
    Layer.isLayer(value) ? undefined : `be a layer, such as ${example}`

const path =
  (example: string): Shape =>
  (value) =>
    typeof value === "string" && /^(?:\/[^/?#]+)+$/u.test(value) ? undefined : `be a path such as ${example}`

const object: Shape = (value) => (typeof value === "object" && value !== null ? undefined : "be an object")

const mailer: Shape = (value) =>
  typeof value === "object" && value !== null && "sendCode" in value && typeof value.sendCode === "function"
    ? undefined
    : "have a function sendCode; smtpMailer of @countersign/smtp makes one"

const externalAccounts: Shape = (value) =>
  typeof value === "object" &&
  value !== null &&
  "verify" in value &&
  !["function", "undefined"].includes(typeof value.verify)
    ? "have a function verify, or none"
    : object(value)
/** Of one level only: an option of options is misspelt as easily. */
const webhooks: Shape = (value) => {
  const { allowPrivate = false, paymentTypes = "plain", signatureHeader = "X", ...others } = { ...Object(value) }
  const [stranger] = Object.keys(others)
  if (stranger !== undefined) {
    return `have no ${stranger}. There are: allowPrivate, paymentTypes, signatureHeader`
  }
  if (typeof allowPrivate !== "boolean") return "have an allowPrivate of true or false"
  if (!["plain", "dotted"].includes(paymentTypes)) return "have paymentTypes of plain or dotted"
  // RFC 9110 section 5.6.2: what a header may be called; and none that a delivery has anyhow.
  return /^[A-Za-z][A-Za-z0-9-]{0,63}$/u.test(signatureHeader) && !TAKEN.test(signatureHeader)
    ? undefined
    : "have a signatureHeader that is the name of a header of its own, such as X-Service-Signature"
}

const TAKEN =
  /^(?:webhook-.*|content-.*|host|user-agent|accept-encoding|authorization|connection|cookie|expect|te|trailer|transfer-encoding|upgrade)$/iu

/** What each option has to be, as far as a host without types may get it wrong. An option without a row does not compile. */
const shapes: { readonly [Name in keyof Required<CountersignOptions>]: Shape } = {
  tokens: (value) => (Array.isArray(value) ? undefined : "be a list of tokens"),
  keys: object,
  mailer,
  store: layer("postgres({ pool }) of @countersign/postgres"),
  throttle: layer("memoryThrottle of countersign/effect"),
  wallets: layer("vaultWallets of countersign/effect"),
  production: object,
  externalAccounts,
  sandbox: object,
  paymentRails: layer("one of your own, see PaymentRails of countersign/effect"),
  webhooks: (value) => object(value) ?? webhooks(value),
  policy: object,
  basePath: path("/2025-10-13"),
  signatureHeader: object,
  bodyLimit: (value) =>
    Number.isInteger(value) && Number(value) >= 1024 && Number(value) <= 1_048_576
      ? undefined
      : "be a number of bytes from 1024 to 1048576",
  acceptRequestId: (value) => (typeof value === "boolean" ? undefined : "be true or false"),
  strippedPrefix: path("/api"),
  logs: (value) => (["json", "pretty", "none"].includes(String(value)) ? undefined : "be json, pretty or none"),
  telemetry: layer("Otlp.layerJson of effect/observability"),
  now: (value) => (typeof value === "function" ? undefined : "be a function that answers milliseconds")
}

/** Names what is misspelt or of another shape: what is passed over in silence is found out at night. */
export const shapeFindings = (options: CountersignOptions): ReadonlyArray<ConfigurationFinding> =>
  Object.entries(options).flatMap(([name, value]) => {
    const shape = Object.entries(shapes).find(([known]) => known === name)?.[1]
    if (shape === undefined) {
      return [finding(name, `${name} is no option there is. There are: ${Object.keys(shapes).join(", ")}`)]
    }
    const fault = value === undefined ? undefined : shape(value)
    return fault === undefined ? [] : [finding(name, `${name} must ${fault}`)]
  })

import { Layer } from "@countersign/core/effect"
import { type ConfigurationFinding, finding } from "./ConfigurationFinding.ts"
import type { CountersignOptions } from "./options.ts"
import { ports } from "./ports.ts"
import type { Option, Shape } from "./portTable.ts"
import type { PortOptions } from "./types/PortOptions.ts"

const path =
  (example: string): Shape =>
  (value) =>
    typeof value === "string" && /^(?:\/[^/?#]+)+$/u.test(value) ? undefined : `be a path such as ${example}`

const object: Shape = (value) => (typeof value === "object" && value !== null ? undefined : "be an object")

/** Checked one level deep, so that a misspelt nested option is also reported. */
const webhooks: Shape = (value) => {
  const { allowPrivate = false, paymentTypes = "plain", signatureHeader = "X", ...others } = { ...Object(value) }
  const [other] = Object.keys(others)
  if (other !== undefined) {
    return `not have ${other}. The options are: allowPrivate, paymentTypes, signatureHeader`
  }
  if (typeof allowPrivate !== "boolean") return "have an allowPrivate that is true or false"
  if (!["plain", "dotted"].includes(paymentTypes)) return "have paymentTypes that are plain or dotted"
  // A header name by RFC 9110 section 5.6.2, other than the headers that every delivery already has.
  return /^[A-Za-z][A-Za-z0-9-]{0,63}$/u.test(signatureHeader) && !RESERVED.test(signatureHeader)
    ? undefined
    : "have a signatureHeader that is a valid header name and not one in use, such as X-Service-Signature"
}

const RESERVED =
  /^(?:webhook-.*|content-.*|host|user-agent|accept-encoding|authorization|connection|cookie|expect|te|trailer|transfer-encoding|upgrade)$/iu

const METHODS = new Map([
  ["tracer", "startSpan"],
  ["meter", "createHistogram"],
  ["logger", "emit"]
])

const telemetry: Shape = (value) => {
  if (Layer.isLayer(value)) return undefined
  const isKnown = Object.entries(Object(value)).every(([name, made]) => {
    const method = METHODS.get(name)
    return method !== undefined && (made === undefined || typeof Object(made)[method] === "function")
  })
  return isKnown && object(value) === undefined
    ? undefined
    : "have no fields but the tracer, meter and logger of OpenTelemetry, or be a layer of Effect"
}

const kinds = [...new Set(ports.rows.flatMap(({ work = [] }) => work.map(({ kind }) => kind)))].toSorted()

const workersOption: Shape = (value) => {
  if (value === "all" || value === "none") return undefined
  const other = Object.keys(Object(value)).find((name) => !kinds.some((kind) => kind === name))
  if (typeof value === "object" && other !== undefined) return `not name ${other}. Due work is: ${kinds.join(", ")}`
  return object(value) === undefined && Object.values(Object(value)).every((does) => typeof does === "boolean")
    ? undefined
    : "be all, none, or an object of kinds of due work that are true or false, such as { webhooks: false }"
}

const flag = (value: unknown) => (typeof value === "boolean" ? undefined : "be true or false")

/** The runtime check of each option that brings no port, for hosts without types. One without a check does not compile. */
const settings: { readonly [Name in Exclude<keyof CountersignOptions, keyof PortOptions>]-?: Shape } = {
  tokens: (value) => (Array.isArray(value) ? undefined : "be a list of tokens"),
  keys: object,
  production: object,
  sandbox: object,
  webhooks: (value) => object(value) ?? webhooks(value),
  policy: object,
  basePath: path("/2025-10-13"),
  signatureHeader: object,
  bodyLimit: (value) =>
    Number.isInteger(value) && Number(value) >= 1024 && Number(value) <= 1_048_576
      ? undefined
      : "be a number of bytes from 1024 to 1048576",
  acceptRequestId: flag,
  documents: flag,
  errorsUrl: (value) =>
    /^https?:\/\/[^#\s"\\]+$/u.test(String(value))
      ? undefined
      : "be an address, such as https://api.example.com/wallet/errors",
  strippedPrefix: path("/api"),
  logs: (value) => (["json", "pretty", "none"].includes(String(value)) ? undefined : "be json, pretty or none"),
  telemetry,
  workers: workersOption,
  now: (value) => (typeof value === "function" ? undefined : "be a function that returns milliseconds")
}

/** The options that bring a port, by name. */
export const portOptions: ReadonlyMap<string, Option> = new Map(
  ports.rows.flatMap(({ option = {} }) => Object.entries(option))
)

const shapes = new Map([
  ...Object.entries(settings),
  ...[...portOptions].map(([name, { shape }]) => [name, shape] as const)
])

/**
 * Reports misspelt options and options of the wrong type, so that a typing mistake does not silently select a default.
 */
export const shapeFindings = (options: CountersignOptions): ReadonlyArray<ConfigurationFinding> =>
  Object.entries(options).flatMap(([name, value]) => {
    const shape = shapes.get(name)
    if (shape === undefined) {
      return [finding(name, `is not an option. The options are: ${[...shapes.keys()].join(", ")}`)]
    }
    const fault = value === undefined ? undefined : shape(value)
    return fault === undefined ? [] : [finding(name, `must ${fault}`)]
  })

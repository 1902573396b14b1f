import type { Json } from "@countersign/core"
import { FAMILIES, type Family, KEYS, PLATFORMS, type Population, TYPES } from "./Population.ts"
import { IDENTITY, type Placeholder, placeholders } from "./placeholders.ts"
import { LIFETIME, type Template } from "./templates.ts"

/** The environment of every template. */
const environment = (platform: string): string => `sandbox/${platform}`

/** The texts whose digests are the unique keys of a record. A test compares them with those of the adapter. */
const keysOf = (template: Template, platform: string): ReadonlyArray<string> =>
  addressesOf(template, platform, template.collection.unique)

/** The texts whose digests are the index entries of a record. */
const entriesOf = (template: Template, platform: string): ReadonlyArray<string> =>
  addressesOf(template, platform, template.collection.indexes)

const addressesOf = (
  { body, collection }: Template,
  platform: string,
  declared: Readonly<Record<string, ReadonlyArray<string>>>
): ReadonlyArray<string> =>
  Object.entries(declared).map(([name, fields]) =>
    JSON.stringify([collection.name, environment(platform), name, ...fields.map((field) => textOf(body, field))])
  )

/** Reads an indexed field of a template, which must be a string. */
const textOf = (body: Json, field: string): string => {
  const value: unknown = Object.entries(body ?? {}).find(([name]) => name === field)?.[1]
  if (typeof value !== "string") throw new Error(`scale: a template lacks the text of ${field}`)
  return value
}

/** The tables of the adapter. */
export type Table = "records" | "keys" | "entries"

/** A statement that inserts the copies of a template into a table. */
export const copies = (schema: string, table: Table, template: Template, population: Population): string => {
  const digests = (spelled: ReadonlyArray<string>): string =>
    `array[${spelled.map((one) => `sha256(convert_to(${expressionOf(one)}, 'UTF8'))`).join(", ")}]::bytea[]`
  const keys = digests(keysOf(template, placeholders.platform))
  const entries = digests(entriesOf(template, placeholders.platform))
  const id = expressionOf(template.id)
  const at = createdAt(population)
  switch (table) {
    case "keys":
      return `insert into ${schema}.keys (address, id)
        select unnest(${keys}), ${id} from ${numbers(template, population, `${keys} ${id}`)}`
    case "entries":
      return `insert into ${schema}.entries (address, created_at, id)
        select unnest(${entries}), ${at}, ${id} from ${numbers(template, population, `${entries} ${id}`)}`
    case "records": {
      const expiresAt = template.collection.expiry === undefined ? "null" : `${at} + ${LIFETIME}`
      const environment = expressionOf(`sandbox/${placeholders.platform}`)
      const columns = [
        ...[`'${template.collection.name}'`, environment, id, "1", at, at, expiresAt, "null", keys, entries],
        expressionOf(JSON.stringify(template.body))
      ].join(", ")
      return `insert into ${schema}.records (
          collection, environment, id, version, created_at, updated_at, expires_at, due_at, keys, entries, body
        ) select ${columns} from ${numbers(template, population, columns)}`
    }
  }
}

/**
 * A subquery with one row per copy: `n` is the number of the record, `m` the number of its wallet, and there is a
 * column for each placeholder in `wanted`. `offset 0` prevents the planner from evaluating a placeholder more than once per row.
 */
const numbers = (template: Template, population: Population, wanted: string): string => {
  const spellings = Object.entries(meanings(population))
    .filter(([name]) => wanted.includes(columnOf(name)))
    .map(([name, meaning]) => `, ${meaning} as ${columnOf(name)}`)
  return `(select n, m${spellings.join("")} from (
      select n, n % ${population.accounts} as m from generate_series(0, ${countOf(template, population) - 1}) as n
    ) as counted ${chosenBy(template)} offset 0) as numbers`
}

const countOf = ({ per }: Template, { accounts, requests, sessions }: Population): number => {
  switch (per) {
    case "session":
      return sessions
    case "request":
      return requests
    case "account":
    case "EMAIL_OTP":
    case "PASSKEY":
    case "OAUTH":
      return accounts
  }
}

const chosenBy = ({ per }: Template): string => {
  switch (per) {
    case "session":
    case "request":
    case "account":
      return ""
    case "EMAIL_OTP":
    case "PASSKEY":
    case "OAUTH":
      return `where m % ${TYPES.length} = ${TYPES.indexOf(per)}`
  }
}

const createdAt = ({ since }: Population): string => `(${since} + n)`

/** A text of a template as an SQL expression: constant parts as literals, placeholders as columns. */
const expressionOf = (spelled: string): string =>
  spelled
    .split(PLACEHOLDERS)
    .map((part) => {
      const name = NAMES.get(part)
      return name === undefined ? `'${part.replaceAll("'", "''")}'` : columnOf(name)
    })
    .join(" || ")

const NAMES = new Map(Object.entries(placeholders).map(([name, spelled]) => [spelled, name]))
const PLACEHOLDERS = new RegExp(`(${Object.values(placeholders).join("|")})`, "u")

/** A column name that does not occur in any text of a template. */
const columnOf = (name: string): string => `"the ${name}"`

/** The SQL expression of each placeholder for copy `n`. */
const meanings = (population: Population): Record<Placeholder, string> => ({
  customer: uuid(population, "customer", "m"),
  account: uuid(population, "account", "m"),
  credential: uuid(population, "credential", "m"),
  session: uuid(population, "session", "n"),
  request: uuid(population, "request", "n"),
  passkey: uuid(population, "credential", "m", ""),
  identity: `encode(sha256(convert_to('${IDENTITY.before}' || ${uuid(population, "account", "m")} || '${IDENTITY.after}', 'UTF8')), 'hex')`,
  key: chosen(
    KEYS.map(({ publicKey }) => publicKey),
    `n / ${population.accounts} % ${KEYS.length}`
  ),
  platform: chosen(PLATFORMS, `m % ${PLATFORMS.length}`),
  at: `${createdAt(population)}::text`,
  expiresAt: `(${createdAt(population)} + ${LIFETIME})::text`
})

const chosen = (texts: ReadonlyArray<string>, place: string): string =>
  `(array[${texts.map((text) => `'${text}'`).join(", ")}])[1 + ${place}]`

/** The same as `uuidOf`, in SQL. */
const uuid = ({ since }: Population, family: Family, n: string, dash = "-"): string => {
  const hex = (value: string, digits: number) => `lpad(to_hex(${value}), ${digits}, '0')`
  const tail = `'${[`7${FAMILIES[family]}`, "8000"].join(dash)}'`
  return [hex(`(${since} + ${n}) >> 16`, 8), hex(`(${since} + ${n}) & 65535`, 4), tail, hex(n, 12)].join(
    dash === "" ? " || " : ` || '${dash}' || `
  )
}

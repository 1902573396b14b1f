import { FAMILIES, type Family, KEYS, PLATFORMS, type Population, TYPES } from "./Population.ts"
import { IDENTITY, type Placeholder, placeholders } from "./placeholders.ts"
import { entriesOf, keysOf } from "./spelled.ts"
import { LIFETIME, type Template } from "./templates.ts"

/** The tables of the adapter, and what a seeded row has in each of their columns. */
export type Table = "records" | "keys" | "entries"

/** A statement that fills a table with the copies of a template whose numbers are below its count. */
export const copies = (schema: string, table: Table, template: Template, population: Population): string => {
  const text = (spelled: string): string => expressionOf(spelled, population)
  const digests = (spelled: ReadonlyArray<string>): string =>
    `array[${spelled.map((one) => `sha256(convert_to(${text(one)}, 'UTF8'))`).join(", ")}]::bytea[]`
  const keys = digests(keysOf(template, placeholders.platform))
  const entries = digests(entriesOf(template, placeholders.platform))
  const id = text(template.id)
  const numbers = numbersOf(template, population)
  switch (table) {
    case "keys":
      return `insert into ${schema}.keys (address, id) select unnest(${keys}), ${id} from ${numbers}`
    case "entries":
      return `insert into ${schema}.entries (address, created_at, id)
        select unnest(${entries}), ${at(population)}, ${id} from ${numbers}`
    case "records": {
      const expires = template.collection.expiry === undefined ? "null" : `${at(population)} + ${LIFETIME}`
      return `insert into ${schema}.records (
          collection, environment, id, version, created_at, updated_at, expires_at, due_at, keys, entries, body
        ) select '${template.collection.name}', ${text(`sandbox/${placeholders.platform}`)}, ${id}, 1,
          ${at(population)}, ${at(population)}, ${expires}, null, ${keys}, ${entries}, ${text(JSON.stringify(template.body))}
        from ${numbers}`
    }
  }
}

/** `n` is the number of the record, and `m` that of the wallet it is of. */
const numbersOf = ({ per }: Template, { accounts, requests, sessions }: Population): string => {
  const all = (count: number) =>
    `(select n, n % ${accounts} as m from generate_series(0, ${count - 1}) as n) as numbers`
  switch (per) {
    case "session":
      return all(sessions)
    case "request":
      return all(requests)
    case "account":
      return all(accounts)
    case "EMAIL_OTP":
    case "PASSKEY":
    case "OAUTH":
      return `${all(accounts)} where m % ${TYPES.length} = ${TYPES.indexOf(per)}`
  }
}

const at = ({ since }: Population): string => `(${since} + n)`

/** A text of a template as SQL: what is the same in all copies as it is, placeholders as what they stand for. */
const expressionOf = (spelled: string, population: Population): string => {
  const parts = spelled.split(PLACEHOLDERS)
  return parts.map((part) => meaning(part, population) ?? `'${part.replaceAll("'", "''")}'`).join(" || ")
}

const NAMES = new Map(Object.entries(placeholders).map(([name, spelled]) => [spelled, name]))
const PLACEHOLDERS = new RegExp(`(${Object.values(placeholders).join("|")})`, "u")

const meaning = (part: string, population: Population): string | undefined => {
  const name = NAMES.get(part)
  return isPlaceholder(name) ? meanings(population)[name]() : undefined
}

const isPlaceholder = (name: string | undefined): name is Placeholder =>
  name !== undefined && Object.hasOwn(placeholders, name)

const meanings = (population: Population): Record<Placeholder, () => string> => ({
  customer: () => uuid(population, "customer", "m"),
  account: () => uuid(population, "account", "m"),
  credential: () => uuid(population, "credential", "m"),
  session: () => uuid(population, "session", "n"),
  request: () => uuid(population, "request", "n"),
  passkey: () => uuid(population, "credential", "m", ""),
  identity: () => `encode(sha256(convert_to(${expressionOf(IDENTITY, population)}, 'UTF8')), 'hex')`,
  key: () =>
    chosen(
      KEYS.map(({ publicKey }) => publicKey),
      `n / ${population.accounts} % ${KEYS.length}`
    ),
  platform: () => chosen(PLATFORMS, `m % ${PLATFORMS.length}`),
  at: () => `${at(population)}::text`,
  expiresAt: () => `(${at(population)} + ${LIFETIME})::text`
})

const chosen = (texts: ReadonlyArray<string>, place: string): string =>
  `(array[${texts.map((text) => `'${text}'`).join(", ")}])[1 + ${place}]`

/** What `uuidOf` spells, in SQL. */
const uuid = ({ since }: Population, family: Family, n: string, dash = "-"): string => {
  const hex = (value: string, digits: number) => `lpad(to_hex(${value}), ${digits}, '0')`
  const tail = `'${[`7${FAMILIES[family]}`, "8000"].join(dash)}'`
  return [hex(`(${since} + ${n}) >> 16`, 8), hex(`(${since} + ${n}) & 65535`, 4), tail, hex(n, 12)].join(
    dash === "" ? " || " : ` || '${dash}' || `
  )
}

import { authorOf, endIn } from "../node/Message.ts"
import { ids } from "./records.ts"

/** The name of a record in a story: a fixed name for an initial record, otherwise the message that created it. */
export const nameOf = (id: string): string => known.get(id) ?? `the ${kindOf(id)} of ${makerOf(id)}`

/** The message, and its delivery, that created a record. */
export const makerOf = (id: string): string => {
  const copy = Number.parseInt(endIn(id).slice(-2), 16)
  return `${authorOf(id)?.name ?? "nobody"}${copy === 0 ? "" : ` (copy ${copy + 1})`}`
}

const known = new Map<string, string>(Object.entries(ids).map(([name, id]) => [id, name]))

const kindOf = (id: string): string => id.slice(0, id.indexOf(":")).toLowerCase()

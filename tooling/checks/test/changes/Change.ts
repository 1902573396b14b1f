/** A change as a developer would make it by hand, recorded: the files it writes, and a program that uses its result. */
export interface Change {
  /** Its row of the table of costs. */
  readonly name: string
  readonly edits: ReadonlyArray<Edit>
  /** Changes of other kinds that the program needs. They are not counted. */
  readonly uses?: ReadonlyArray<Edit>
  /** The folder of a new workspace. */
  readonly workspace?: string
  /** Run against the changed packages, as an ES module; fails where the change has no effect. */
  readonly shown: string
}

export type Edit =
  | { readonly create: string; readonly text: string }
  /** Inserts lines after the first line that contains `after`. */
  | { readonly edit: string; readonly after: string; readonly insert: string }
  /** Replaces a text that the file contains once. */
  | { readonly edit: string; readonly find: string; readonly by: string }

/** The common start of the programs: a service in memory, and a call to it. */
export const SERVICE = `import assert from "node:assert/strict"
import { createCountersign, secretDigest } from "countersign"

const token = { id: "t", secretSha256: secretDigest("s"), platformId: "alpha", mode: "sandbox" }
const countersign = createCountersign({ logs: "none", tokens: [token] })
const ask = async (method, path, body) => {
  const headers = { authorization: "Basic " + btoa("t:s"), "content-type": "application/json" }
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const answer = await countersign.handler(new Request("http://countersign.test/2025-10-13" + path, init))
  const retryAfter = answer.headers.get("retry-after") ?? undefined
  return { status: answer.status, body: await answer.json().catch(() => undefined), ...(retryAfter && { retryAfter }) }
}
`

import { join } from "node:path"
import { memoryStore } from "@countersign/memory"
import * as real from "../../../packages/countersign/src/createCountersign.ts"
import { examineOptions } from "../../../packages/countersign/src/examineOptions.ts"
import type { CountersignOptions } from "../../../packages/countersign/src/options.ts"
import { type Recorded, seededBy, writing } from "../src/Recording.ts"

const folder = process.env.RECORDINGS ?? ""
let services = 0

/** Replaces `createCountersign` while the suites run: the same service, with a recording of its calls. */
export const createCountersign = (options: CountersignOptions = {}): real.Countersign => {
  const countersign = real.createCountersign(options)
  const data = dataOf(options)
  if (data === undefined) return countersign
  services += 1
  const write = writing(join(folder, `${process.pid}-${services}.jsonl`), data)
  // Services may share a store, so call numbers, and therefore random streams, are unique across services.
  let calls = services * 1_000_000
  return {
    ...countersign,
    handler: async (request) => {
      calls += 1
      const call = { nth: calls, at: options.now?.() ?? Date.now(), copy: copyOf(request) }
      const response = await seededBy(String(call.nth), () => countersign.handler(request))
      // Not awaited: a body that is rejected for its length may never end.
      save(write, request, call, response.clone()).catch(() => {})
      return response
    }
  }
}

interface Asked {
  readonly nth: number
  readonly at: number
  readonly copy: Request | undefined
}

const copyOf = (request: Request) => (request.body === null || request.bodyUsed ? undefined : request.clone())

const save = async (
  write: (call: Recorded) => void,
  { headers, method, url }: Request,
  { at, copy, nth }: Asked,
  response: Response
) => {
  const { pathname, search } = new URL(url)
  const body = copy === undefined ? undefined : await copy.arrayBuffer()
  write({
    nth,
    at,
    method,
    target: pathname + search,
    headers: [...headers],
    ...(body === undefined ? {} : { body: Buffer.from(body).toString("base64") }),
    status: response.status,
    answer: await response.text()
  })
}

/**
 * The options that are data. A replay cannot use the store, rails or clock of a test and uses default ones. Returns
 * undefined if the service cannot be created from the data, or if it generated its keys or its token.
 */
const dataOf = (options: CountersignOptions): CountersignOptions | undefined => {
  if (options.keys === undefined || options.tokens === undefined) return undefined
  const data: CountersignOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => isData(value)))
  const whole = { ...data, store: memoryStore, mailer: { sendCode: async () => {} } }
  return examineOptions(whole).length === 0 ? data : undefined
}

const isData = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? PLAIN.has(Object.getPrototypeOf(value)) && Object.values(value).every(isData)
    : typeof value !== "function"

const PLAIN: ReadonlySet<unknown> = new Set([Object.prototype, Array.prototype])

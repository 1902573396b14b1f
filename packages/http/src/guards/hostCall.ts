import { SESSION_PROOF_HEADER } from "@countersign/wire"
import { refusal, refuseBody } from "../errors/answer.ts"
import {
  BODY_LIMIT,
  canonicalStamps,
  isForbidden,
  type ReadJson,
  readHead,
  readJson,
  readQuery
} from "../message/Call.ts"
import type { Call, HostCall, SignatureHeader } from "../message/hostTypes.ts"

export interface HostCallOptions {
  readonly signatureHeader: SignatureHeader
  /** The prefix that a proxy strips from the path, such as `/api`. Clients sign the path as they request it. */
  readonly strippedPrefix?: string | undefined
  /** The largest body that a guard reads, in bytes; default 65,536. */
  readonly bodyLimit?: number | undefined
}

/** Reads a call and its signature headers, or returns the refusal to send. */
export const hostCalls = ({ bodyLimit = BODY_LIMIT, signatureHeader, strippedPrefix = "" }: HostCallOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  return async (received: Call) => {
    const { body, headers: sent, method } = received
    if (isForbidden(method)) return refusal("MethodNotAllowed")
    // A router that decodes or resolves this path again would match a different path than the signed one (FA6).
    const head = readHead(received)
    if ("tag" in head) return refuseBody(head)
    const query = readQuery(head.search, NO_LISTS)
    if ("tag" in query) return refuseBody(query)
    const headers = stamps === undefined ? sent : stamps(sent)
    if (headers === undefined) return refusal("HeaderRepeated")
    const read = await readJson({ headers, body }, bodyLimit, NO_BODY)
    if ("tag" in read) return refuseBody(read)
    const call: HostCall = {
      method,
      path: `${strippedPrefix}${head.pathname}${head.search}`,
      body: read.value,
      // Few hosts read the headers, and building them costs more than reading the call.
      get headers() {
        return new Headers(Object.entries(sent))
      }
    }
    return { call, headers, proof: headers[PROOF], stamp: headers["service-wallet-signature"] }
  }
}

const PROOF = SESSION_PROOF_HEADER.toLowerCase()
const NO_LISTS: ReadonlySet<string> = new Set()
const NO_BODY: ReadJson = { text: "null", value: null }

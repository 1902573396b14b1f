import { type Finding, fails, holds } from "../Finding.ts"
import { objectIn } from "./objectIn.ts"

/** What the payload itself says of the time it may be signed in, and of its own shape. */
export const explainPayload = (payload: string, at: number): ReadonlyArray<Finding> => {
  const value = objectIn(payload)
  if (value === undefined)
    return [fails("PAYLOAD", "PAYLOAD_NO_JSON", "The payload is no JSON. Give payloadToSign of the 202 as it came.")]
  if (typeof value.payloadToSign === "string") {
    return [
      fails(
        "PAYLOAD",
        "WHOLE_ANSWER",
        "This is all of the 202. Sign the text of its payloadToSign, and nothing around it."
      )
    ]
  }
  const { context } = { context: undefined, ...Object(value.parameters) }
  const { expiresAt } = { expiresAt: undefined, ...Object(context) }
  return [holds("PAYLOAD"), ...clockOf(Number(value.timestampMs), at), ...lifetimeOf(Number(expiresAt), at)]
}

/** The service wrote when the payload was made: nobody signs it before that. */
const clockOf = (madeAt: number, at: number): ReadonlyArray<Finding> => {
  if (!Number.isFinite(madeAt)) return []
  if (madeAt <= at) return [holds("CLOCK")]
  const behind = Math.ceil((madeAt - at) / 1000)
  return [
    fails("CLOCK", "CLOCK_BEHIND", `The payload was made ${behind} s from now: this clock is behind by at least that.`)
  ]
}

const lifetimeOf = (expiresAt: number, at: number): ReadonlyArray<Finding> => {
  if (!Number.isFinite(expiresAt)) return []
  if (at < expiresAt) return [holds("REQUEST_ID_EXPIRED")]
  const ago = Math.floor((at - expiresAt) / 1000)
  return [
    fails(
      "REQUEST_ID_EXPIRED",
      "EXPIRED",
      `The request ended ${ago} s ago. Make the first call again; if it was made just now, this clock is ahead by ${ago} s or more.`
    )
  ]
}

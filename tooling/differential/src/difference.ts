import type { Recorded } from "./Recording.ts"

/** An answer as it is compared: its headers by name, in lower case and sorted. */
export interface Replayed {
  readonly status: number | undefined
  readonly headers: ReadonlyArray<string>
  readonly body: string
}

/** Where two answers part: undefined where they are the same, byte for byte; else the call, both answers, and the byte. */
export const difference = (
  call: Recorded,
  [one, first]: readonly [string, Replayed],
  [other, second]: readonly [string, Replayed]
): string | undefined => {
  const [left, right] = [textOf(first), textOf(second)]
  if (left === right) return undefined
  const at = firstDifference(Buffer.from(left), Buffer.from(right))
  return [
    `call ${call.nth}, ${call.method} ${call.target}, is answered otherwise from byte ${at} on`,
    ...call.headers.map(([name, value]) => `  ${name}: ${value}`),
    `  ${call.body === undefined ? "no body" : Buffer.from(call.body, "base64").toString()}`,
    `${one}:\n${left}`,
    `${other}:\n${right}`
  ].join("\n")
}

/** Every reply has an `X-Request-Id` of its own, which is compared with no other. */
const textOf = ({ body, headers, status }: Replayed): string =>
  [status, ...headers.filter((header) => !header.startsWith("x-request-id: ")), "", body].join("\n")

const firstDifference = (one: Uint8Array, other: Uint8Array): number => {
  const parting = one.findIndex((byte, at) => byte !== other[at])
  return parting < 0 ? one.length : parting
}

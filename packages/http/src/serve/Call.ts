/** Headers of a call, by name in lower case; what came more than once is joined by commas. */
export type CallHeaders = Readonly<Record<string, string>>

/** Why a body cannot be had. */
export type BodyFault = "BodyMalformed" | "BodyTaken" | "BodyTooLarge"

/** Carries a body fault through the stream of a web `Request`, to the reader that `webCall` makes. */
export class BodyUnreadable extends Error {
  readonly tag: BodyFault

  constructor(tag: BodyFault) {
    super(`The request body cannot be read: ${tag}`)
    this.tag = tag
  }
}

/** A call as any host hands it over: what the web handler and the Node bridge have in common. */
export interface Call {
  readonly method: string
  /** Path and query, as the request line spells them: not decoded, not normalised. */
  readonly target: string
  readonly headers: CallHeaders
  /** Reads the body, at most once. Returns `BodyTooLarge` for more than `limit` bytes, without reading the rest. */
  readonly body: (limit: number) => Promise<Uint8Array | BodyFault>
  /** Tells when the caller has gone; answers how to stop listening. */
  readonly onGone: (gone: () => void) => () => void
}

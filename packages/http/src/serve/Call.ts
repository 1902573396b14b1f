/** Headers of a call, by name in lower case; what came more than once is joined by commas. */
export type CallHeaders = Readonly<Record<string, string>>

/** Why a body cannot be had. */
export type BodyFault = "BodyMalformed" | "BodyTaken" | "BodyTooLarge"

/** A call as any host hands it over: what the web handler and the Node bridge have in common. */
export interface Call {
  readonly method: string
  /** Path and query, as they were asked for. */
  readonly target: string
  readonly headers: CallHeaders
  /** Reads the body, which is done once at the most. */
  readonly body: () => Promise<Uint8Array | BodyFault>
  /** Tells when the caller has gone; answers how to stop listening. */
  readonly onGone: (gone: () => void) => () => void
}

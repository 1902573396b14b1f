/**
 * An answer the contract does not know, as a proxy's error page is, or one that must not be trusted, as a code's target
 * key that the service did not sign is, or a payload to sign that is for another call. `message` names the call and the
 * rule that was broken, never the body. Where a wire format was refused, `cause` is the `WireError` that says why.
 */
export class UnexpectedAnswerError extends Error {
  override readonly name = "UnexpectedAnswerError"
  /** The HTTP status of the answer. */
  readonly status: number

  constructor(answer: { readonly call: string; readonly status: number }, problem: string, cause?: unknown) {
    super(`${answer.call} answered ${answer.status}: ${problem}`, cause === undefined ? undefined : { cause })
    this.status = answer.status
  }
}

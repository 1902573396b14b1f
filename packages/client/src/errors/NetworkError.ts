/**
 * No answer came, or it broke off; `cause` is what `fetch` failed with. Whether the operation took place is unknown:
 * read the resource before you repeat it.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError"

  constructor(call: string, cause: unknown) {
    super(`${call} got no answer`, { cause })
  }
}

import { WireError, type WireErrorCode } from "./errors.ts"

/**
 * Runs `run`; whatever it throws becomes a `WireError` of this code.
 *
 * Only a `WireError` is kept as the cause: messages of other libraries may quote the input.
 */
export const refuseAs = <A>(code: WireErrorCode, message: string, run: () => A): A => {
  try {
    return run()
  } catch (cause) {
    throw new WireError(code, message, cause instanceof WireError ? { cause } : {})
  }
}

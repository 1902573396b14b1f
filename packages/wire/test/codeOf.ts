import { WireError, type WireErrorCode } from "../src/index.ts"

/** Returns the code that `run` throws, or "accepted". Any other error fails the test. */
export const codeOf = (run: () => unknown): WireErrorCode | "accepted" => {
  try {
    run()
    return "accepted"
  } catch (error) {
    return codeOfError(error)
  }
}

/** {@link codeOf} for promises. */
export const codeOfAsync = async (run: () => Promise<unknown>): Promise<WireErrorCode | "accepted"> => {
  try {
    await run()
    return "accepted"
  } catch (error) {
    return codeOfError(error)
  }
}

const codeOfError = (error: unknown): WireErrorCode => {
  if (error instanceof WireError) return error.code
  throw error
}

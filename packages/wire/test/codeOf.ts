import { WireError, type WireErrorCode } from "../src/index.ts"

/** The code `run` is refused with, or "accepted". Anything thrown that is no WireError fails the test. */
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

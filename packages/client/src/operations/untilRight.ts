import { CountersignError } from "../errors/CountersignError.ts"

export type Code = string | undefined

/**
 * Asks for a code and proves it, up to three times while it is wrong and nothing else is. Throws the last refusal.
 *
 * Wrong guesses count towards a lock, so one that was refused is not spent again.
 */
export const untilRight = async <T>(
  ask: (attempt: number) => Code | Promise<Code>,
  prove: (code: string) => Promise<T>
): Promise<T> => {
  const refused = new Map<string, CountersignError>()
  for (const attempt of [1, 2, 3]) {
    const code = await ask(attempt)
    if (code === undefined) break
    if (refused.has(code)) continue
    try {
      return await prove(code)
    } catch (error) {
      if (!isWrongCode(error)) throw error
      refused.set(code, error)
    }
  }
  throw [...refused.values()].at(-1) ?? new TypeError("No code was given")
}

const isWrongCode = (error: unknown): error is CountersignError =>
  error instanceof CountersignError && error.status === 401 && error.reason === "Invalid OTP code"

import type { Recording } from "./Recording.ts"

/** The coverage of recordings: the operations that succeeded, and the messages of the errors that occurred. */
export interface Coverage {
  readonly succeeded: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
}

/** Computes the coverage from responses. `operationOf` returns the operation of a call, or undefined if it has none. */
export const coverageOf = (
  recordings: ReadonlyArray<Recording>,
  operationOf: (method: string, path: string) => string | undefined
): Coverage => {
  const succeeded = new Set<string>()
  const refused = new Set<string>()
  for (const { answer, method, status, target } of recordings.flatMap(({ calls }) => calls)) {
    const operation = operationOf(method, target)
    if (status < 300 && operation !== undefined) succeeded.add(operation)
    if (status >= 400) refused.add(messageOf(answer))
  }
  return { succeeded, refused }
}

const messageOf = (answer: string): string => {
  const { message }: { readonly message?: unknown } = answer === "" ? {} : JSON.parse(answer)
  return String(message)
}

import type { Recording } from "./Recording.ts"

/** What recordings touch: the operations that succeeded, and the messages of the refusals that were given. */
export interface Coverage {
  readonly succeeded: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
}

/** Reads it off the answers. `operationOf` names a call's operation; none where the contract has no such call. */
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

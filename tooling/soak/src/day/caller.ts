import { authorizationOf, BASE_PATH, type Platform } from "@countersign/bench/seed/Seed"
import type { Service } from "./service.ts"

/** An answer: its fields, one by one. */
export interface Answer {
  readonly text: string
  readonly field: (name: string) => string
}

/** Calls as a platform does; an answer of another status ends the run. */
export const callerOf = ({ serve }: Pick<Service, "serve">, platform: Platform) => {
  const authorization = authorizationOf(platform)
  return async (
    expected: number,
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<Answer> => {
    const { body: text, status } = await serve({
      method,
      target: BASE_PATH + path,
      headers: { authorization, "content-type": "application/json", ...headers },
      body: async () => Buffer.from(body === undefined ? "" : JSON.stringify(body)),
      onGone: () => () => {}
    })
    if (status !== expected) throw new Error(`${method} ${path} was answered ${status} ${text}`)
    return {
      text,
      field: (name) => {
        const read: Readonly<Record<string, unknown>> = JSON.parse(text)
        return String(read[name])
      }
    }
  }
}

export type Call = ReturnType<typeof callerOf>

/** The id of the first of a list. */
export const firstId = ({ text }: Answer): string => {
  const { data }: { readonly data: ReadonlyArray<{ readonly id: string }> } = JSON.parse(text)
  const [first] = data
  if (first === undefined) throw new Error("the list is empty")
  return first.id
}

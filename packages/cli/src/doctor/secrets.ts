import { isGuessable } from "@countersign/node-crypto"
import { type Finding, fails, holds } from "../Finding.ts"
import { bytesIn, scalarIn } from "../keys/hexKeys.ts"

type Env = { readonly [name: string]: string | undefined }

/** The keys of a set-up, where they stand in the environment under the names that `countersign keys` gives them. */
export const examineSecrets = (env: Env): ReadonlyArray<Finding> => {
  const found = (["VAULT_KEY", "SERVICE_KEY"] as const).flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [examineKey(name, value)]
  })
  const isShared = env.VAULT_KEY !== undefined && env.VAULT_KEY === env.SERVICE_KEY
  return isShared
    ? [
        ...found,
        fails(
          "KEYS",
          "ONE_KEY_FOR_TWO",
          "VAULT_KEY and SERVICE_KEY are the same. Make another with `countersign keys`."
        )
      ]
    : found
}

const MAKE = "Make one with `countersign keys`, and give all nodes the same."

const examineKey = (name: "VAULT_KEY" | "SERVICE_KEY", value: string): Finding => {
  const bytes = bytesIn(value)
  if (bytes === undefined) return fails(name, "NO_KEY", `${name} is not 64 hex characters. ${MAKE}`)
  if (isGuessable(bytes)) return fails(name, "GUESSABLE", `${name} is a pattern, not a random key. ${MAKE}`)
  return name === "SERVICE_KEY" && scalarIn(value) === undefined
    ? fails(name, "NO_SCALAR", `${name} is no private key of P-256. ${MAKE}`)
    : holds(name)
}

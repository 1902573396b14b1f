import { type Finding, fails, holds } from "../Finding.ts"
import { optionsOf } from "../optionsOf.ts"
import { withoutSecrets } from "../withoutSecrets.ts"

type Env = { readonly [name: string]: string | undefined }

/** What is wrong with the options that a module exports: the list that `createCountersign` refuses to start with. */
export const examineModule = async (file: string, env: Env): Promise<ReadonlyArray<Finding>> => {
  const { examineOptions } = await import("countersign")
  try {
    const found = examineOptions(await optionsOf(file))
    return found.length === 0
      ? [holds("OPTIONS")]
      : found.map(({ message, option }) => fails("OPTIONS", option, withoutSecrets(message, env)))
  } catch (error) {
    const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n")
    return [fails("OPTIONS", "NOT_READ", withoutSecrets(`${file} does not give its options: ${why}`, env))]
  }
}

import type { Store, Vault } from "countersign/effect"
import { Effect, Schema } from "effect"

/**
 * A store that reads a letter where it is ordered. The service mails a quarter of a second later, twenty at a time: a
 * user who waits for that would be what is measured.
 */
export const lettersOf = (
  store: Store["Service"],
  vault: Vault["Service"],
  post: (address: string, code: string) => void
): Store["Service"] => ({
  ...store,
  commit: (changes, guards) => {
    const order = changes.find(({ collection, op }) => collection.name === "code_mails" && op !== "remove")
    if (order === undefined || order.op === "remove") return store.commit(changes, guards)
    const { issueId, sealedCode, to } = readOrder(order.body)
    return store.commit(changes, guards).pipe(
      Effect.andThen(vault.open(sealedCode, `email-otp code ${issueId}`)),
      Effect.map((code) => post(to, Buffer.from(code).toString()))
    )
  }
})

const readOrder = Schema.decodeUnknownSync(
  Schema.Struct({ issueId: Schema.String, sealedCode: Schema.String, to: Schema.String })
)

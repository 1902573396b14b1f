import {
  byId,
  Credentials,
  commit,
  credentials,
  freshId,
  insert,
  internalAccounts,
  loadOne
} from "@countersign/core/internal"
import { moveEmail } from "@countersign/harness/fixtures"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { nodeSecrets, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"

const HERE = "sandbox/alpha"

/** A world whose customer has a second wallet with its own EMAIL_OTP credential. */
const twoWallets = async () => {
  const shared = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
  const world = makeWorld({ store: shared })
  const customer = await world.customer(callers.a, "old@example.com")
  const second = await Effect.runPromise(
    Effect.gen(function* () {
      const first = yield* loadOne(byId(internalAccounts, HERE, customer.accountId))
      const accountId = yield* freshId("InternalAccount")
      const credentialId = yield* freshId("AuthMethod")
      const at = world.at() + 1
      const credential = Credentials.initial({
        credentialId,
        accountId,
        type: "EMAIL_OTP",
        nickname: "old@example.com",
        material: { email: "old@example.com" },
        uniqueKey: `EMAIL_OTP/${accountId}`,
        createdAt: at,
        updatedAt: at
      })
      yield* commit({
        changes: [
          ...(first === undefined
            ? []
            : [
                insert(
                  internalAccounts,
                  HERE,
                  internalAccounts.decode({ ...first.value, accountId, createdAt: at }),
                  at
                )
              ]),
          insert(credentials, HERE, credential, at)
        ],
        guards: []
      })
      return { accountId, credentialId }
    }).pipe(Effect.provide(Layer.mergeAll(shared, nodeSecrets)))
  )
  return { world, customer, second }
}

describe("a customer with two wallets", () => {
  it("S10: moves all tied credentials in one commit, signed by the oldest wallet's owner", async () => {
    const { customer, second, world } = await twoWallets()
    const nicknames = async () => {
      const lists = await Promise.all(
        [customer.accountId, second.accountId].map((id) =>
          world.call(callers.a, "GET", `/auth/credentials?accountId=${id}`)
        )
      )
      return lists.flatMap((list) => list.body.data.map(({ nickname }: { readonly nickname: string }) => nickname))
    }
    expect(await nicknames()).toEqual(["old@example.com", "old@example.com"])
    const signer = await session(world, callers.a, customer.credentialId)
    const done = await moveEmail(world, callers.a, signer.keys, customer.customerId, "new@example.com")
    expect([done.status, await nicknames()]).toEqual([200, ["new@example.com", "new@example.com"]])
    await world.countersign.close()
  })
})

import { CurrentEnvironment, type Environment, Vault } from "@countersign/core"
import { Context, Effect, Layer } from "@countersign/core/effect"
import type { KeyManagement } from "countersign"
import { layer, memoryStore } from "countersign/effect"
import { same } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import { hex } from "./calls.ts"
import type { VaultStory } from "./VaultStory.ts"

const PLACE: Environment = { platformId: "alpha", mode: "sandbox" }
const SECRET = Uint8Array.of(1, 2, 3)

/** Runs a program with the vault of a node for each port. The nodes have one database. */
const onNodes = <A, E>(
  ports: ReadonlyArray<KeyManagement>,
  program: (...vaults: ReadonlyArray<Vault["Service"]>) => Effect.Effect<A, E>
): Promise<A> =>
  Effect.gen(function* () {
    const store = Layer.succeedContext(yield* Layer.build(memoryStore))
    const nodes = yield* Effect.forEach(ports, (kms) => Layer.build(layer({ vault: { kms }, store, logs: "none" })))
    return yield* program(...nodes.map((ports) => Context.get(ports, Vault)))
  }).pipe(Effect.provideService(CurrentEnvironment, PLACE), Effect.scoped, Effect.runPromise)

/** The port, with the number of its calls. */
const counted = (kms: KeyManagement) => {
  const count = { calls: 0 }
  const counting =
    <Request, Answer>(call: (request: Request) => Promise<Answer>) =>
    (request: Request) => {
      count.calls += 1
      return call(request)
    }
  const { generateDataKey } = kms
  const port: KeyManagement = {
    keyId: kms.keyId,
    encrypt: counting((request) => kms.encrypt(request)),
    decrypt: counting((request) => kms.decrypt(request)),
    ...(generateDataKey && { generateDataKey: counting((request) => generateDataKey.call(kms, request)) })
  }
  return { count, port }
}

export const nodes: ChapterOf<VaultStory> = {
  name: "nodes",
  stories: [
    {
      name: "a value that one node encrypts decrypts on another, in its context only",
      run: async ({ kms }) => {
        const [opened, elsewhere] = await onNodes([kms, kms], (one, other) =>
          Effect.gen(function* () {
            const sealed = yield* one.seal(SECRET, "record 1")
            const opened = yield* other.open(sealed, "record 1")
            return [opened, (yield* Effect.exit(other.open(sealed, "record 2")))._tag] as const
          })
        )
        same("A value decrypts on every node", hex(opened), hex(SECRET))
        same("A value that was moved to another record does not decrypt", elsewhere, "Failure")
      }
    },
    {
      name: "nodes that start together compute the same digests",
      run: async ({ kms }) => {
        const digests = await onNodes(Array(4).fill(kms), (...vaults) =>
          Effect.forEach(vaults, (vault) => vault.digest("123456", "code 1"), { concurrency: "unbounded" })
        )
        same("Digests of one text are equal on all nodes", new Set(digests).size, 1)
      }
    },
    {
      name: "after a rotation, values decrypt, digests are the same, and new values have the new key",
      run: async ({ kms, rotated }) => {
        const found = await onNodes([kms, rotated], (one, other) =>
          Effect.gen(function* () {
            const [old, digest] = [yield* one.seal(SECRET, "c"), yield* one.digest("123456", "c")]
            const fresh = yield* other.seal(SECRET, "c")
            return {
              opened: [yield* other.open(old, "c"), yield* one.open(fresh, "c")].map(hex),
              isSame: (yield* other.digest("123456", "c")) === digest,
              current: [yield* other.isCurrent(old), yield* other.isCurrent(fresh)]
            }
          })
        )
        const expected = { opened: [hex(SECRET), hex(SECRET)], isSame: true, current: [false, true] }
        same("Both nodes read the values of both keys", found, expected)
      }
    },
    {
      name: "a node calls the service once for each key, and then no more",
      run: async ({ kms }) => {
        const { count, port } = counted(kms)
        await onNodes([port], (vault) =>
          Effect.gen(function* () {
            const sealed = yield* vault.seal(SECRET, "c")
            yield* vault.digest("1", "c")
            const warm = count.calls
            for (let nth = 0; nth < 50; nth++) {
              yield* vault.open(sealed, "c")
              yield* vault.seal(SECRET, "c")
              yield* vault.digest("1", "c")
            }
            same("A warm node calls the service", count.calls - warm, 0)
          })
        )
      }
    }
  ]
}

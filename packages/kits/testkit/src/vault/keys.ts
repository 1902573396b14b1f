import { same } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import { dataKeyOf, decrypted, encrypted, hex, outcomeOf } from "./calls.ts"
import type { VaultStory } from "./VaultStory.ts"

const KEY = Uint8Array.from({ length: 32 }, (_, nth) => nth * 7)

export const keys: ChapterOf<VaultStory> = {
  name: "keys",
  stories: [
    {
      name: "a data key has 32 bytes, and its ciphertext decrypts to it",
      run: async ({ kms }) => {
        const { ciphertext, plaintext } = await dataKeyOf(kms)
        same("A data key has 32 bytes", plaintext.length, 32)
        same("A ciphertext has 1 to 6144 bytes", ciphertext.length > 0 && ciphertext.length <= 6144, true)
        same("A ciphertext decrypts to its data key", await decrypted(kms, ciphertext), hex(plaintext))
      }
    },
    {
      name: "encrypt and decrypt are inverse",
      run: async ({ kms }) => {
        same("A key decrypts to itself", await decrypted(kms, await encrypted(kms, KEY.slice())), hex(KEY))
      }
    },
    {
      name: "data keys are random, and no ciphertext contains its key",
      run: async ({ kms }) => {
        const made = [await dataKeyOf(kms), await dataKeyOf(kms), await dataKeyOf(kms)]
        same("Each data key is another", new Set(made.map(({ plaintext }) => hex(plaintext))).size, 3)
        const open = [...made, { plaintext: KEY, ciphertext: await encrypted(kms, KEY.slice()) }].filter(
          ({ ciphertext, plaintext }) => hex(ciphertext).includes(hex(plaintext))
        )
        same("No ciphertext contains its key", open, [])
      }
    },
    {
      name: "the caller owns its bytes: overwriting them changes no later answer",
      run: async ({ kms }) => {
        const given = KEY.slice()
        const ciphertext = await encrypted(kms, given)
        given.fill(0)
        for (const signal of [1, 2]) {
          const answer = await kms.decrypt({ keyId: kms.keyId, ciphertext, signal: AbortSignal.timeout(60_000) })
          same(`Answer ${signal} has the key that was encrypted`, hex(answer), hex(KEY))
          answer.fill(0)
        }
      }
    },
    {
      name: "an altered ciphertext does not decrypt",
      run: async ({ kms }) => {
        const { ciphertext } = await dataKeyOf(kms)
        const { length } = ciphertext
        const altered = [0, Math.floor(length / 2), length - 1].map((at) =>
          Uint8Array.from(ciphertext, (byte, nth) => (nth === at ? byte ^ 1 : byte))
        )
        for (const each of [...altered, ciphertext.slice(0, -1)]) {
          const outcome = await outcomeOf(() => decrypted(kms, each))
          same("A ciphertext with one byte altered or cut is rejected", outcome === "answered", false)
        }
      }
    },
    {
      name: "of concurrent calls, each has its own answer",
      run: async ({ kms }) => {
        const made = await Promise.all(Array.from({ length: 16 }, () => dataKeyOf(kms)))
        same("Each data key is another", new Set(made.map(({ plaintext }) => hex(plaintext))).size, 16)
        const opened = await Promise.all(made.map(({ ciphertext }) => decrypted(kms, ciphertext)))
        same(
          "Each ciphertext decrypts to its data key",
          opened,
          made.map(({ plaintext }) => hex(plaintext))
        )
      }
    }
  ]
}

import { same } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import { dataKeyOf, decrypted, hex, outcomeOf } from "./calls.ts"
import type { VaultStory } from "./VaultStory.ts"

export const rotations: ChapterOf<VaultStory> = {
  name: "rotation",
  stories: [
    {
      name: "the current key has a name of 1 to 255 bytes, and another one after a rotation",
      run: async ({ kms, rotated }) => {
        const fits = [kms, rotated].map(({ keyId }) => Buffer.byteLength(keyId) > 0 && Buffer.byteLength(keyId) < 256)
        same("A name has 1 to 255 bytes", fits, [true, true])
        same("Another key has another name", kms.keyId === rotated.keyId, false)
      }
    },
    {
      name: "before and after a rotation, keys of both names decrypt",
      run: async ({ kms, rotated }) => {
        for (const from of [kms, rotated]) {
          const { ciphertext, plaintext } = await dataKeyOf(from)
          for (const by of [kms, rotated]) {
            same(
              "A key decrypts under the name that it was encrypted with, whichever is current",
              await decrypted(by, ciphertext, from),
              hex(plaintext)
            )
          }
        }
      }
    },
    {
      name: "a key that the service does not have is unknownKey",
      run: async ({ foreign, kms }) => {
        const { ciphertext } = await dataKeyOf(kms)
        const outcome = await outcomeOf(() => decrypted(foreign, ciphertext, kms))
        same("`because` of the error is unknownKey", outcome, "unknownKey")
      }
    }
  ]
}

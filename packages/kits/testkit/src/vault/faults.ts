import { same, within } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import { dataKeyOf, decrypted, encrypted, hex, outcomeOf } from "./calls.ts"
import type { VaultFault, VaultScene, VaultStory } from "./VaultStory.ts"

/** The outcomes of each call of the port under a fault, and that it serves again without it. */
const under = async ({ fault, kms }: VaultScene, state: VaultFault, patience = 60_000) => {
  const { ciphertext, plaintext } = await dataKeyOf(kms)
  await fault?.(state)
  const signal = AbortSignal.timeout(patience)
  const outcomes = [
    await outcomeOf(() => dataKeyOf(kms, signal)),
    await outcomeOf(() => decrypted(kms, ciphertext, kms, signal)),
    await outcomeOf(() => kms.encrypt({ keyId: kms.keyId, plaintext: new Uint8Array(32), signal }))
  ]
  await fault?.("none")
  same("After the fault, a key of before decrypts", await decrypted(kms, ciphertext), hex(plaintext))
  same("After the fault, a key is encrypted", (await encrypted(kms, plaintext)).length > 0, true)
  return outcomes
}

export const faults: ChapterOf<VaultStory> = {
  name: "faults",
  stories: [
    {
      name: "while the service is down, calls reject, and do not report their key as unknown",
      run: async (scene) => {
        for (const outcome of await under(scene, "down")) within("A call is rejected", outcome, ["failed", "throttled"])
      }
    },
    {
      name: "while the service throttles, calls reject as throttled",
      run: async (scene) => {
        same("`because` of each error is throttled", await under(scene, "throttled"), Array(3).fill("throttled"))
      }
    },
    {
      name: "a call without an answer rejects when its signal aborts",
      run: async (scene) => {
        const outcomes = under(scene, "silent", 200)
        let late: NodeJS.Timeout | undefined
        const waited = new Promise<ReadonlyArray<string>>((resolve) => {
          late = setTimeout(() => resolve(["no answer"]), 5000)
        })
        for (const outcome of await Promise.race([outcomes, waited])) {
          same("A call is rejected within 5 s of the abort of its signal", outcome, "failed")
        }
        clearTimeout(late)
      }
    }
  ]
}

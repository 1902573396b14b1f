import { pairOf, privateKeyOf } from "../native/points.ts"
import { startIssuer } from "../seed/issuer.ts"
import { SERVICE_KEYS } from "../seed/keys.ts"
import { authorization, type Seed, SUBJECTS } from "../seed/Seed.ts"
import { letterBox } from "../server/letterBox.ts"
import { listening } from "../server/listening.ts"
import type { Running, ServerSpec } from "../server/ServerSpec.ts"
import { hostOf } from "./hostOf.ts"
import { openStore } from "./openStore.ts"
import { serving } from "./serve.ts"
import { subjectsOf } from "./subjects.ts"

/**
 * The same flows with nothing but what they need: a bare host, the required cryptography on node:crypto, the fewest
 * statements. No limits, no schemas, no events, no traces. What a server of this kind could do at the most.
 */
export const start = async (spec: ServerSpec): Promise<Running> => {
  const letters = await letterBox()
  const { close: closeIssuer, issuer, publicKey } = await startIssuer()
  const { subjects, ...rows } = subjectsOf(issuer, spec.subjects ?? SUBJECTS, Date.now())
  const { close, statements, store } = await openStore(spec, rows)
  const service = pairOf(Buffer.from(SERVICE_KEYS.service, "hex"))
  const serve = serving({
    store,
    service,
    serviceKey: privateKeyOf(service),
    vaultKey: Buffer.from(SERVICE_KEYS.vault, "hex"),
    issuer: { ...issuer, publicKey },
    post: letters.post
  })
  const server = await listening(await hostOf(spec.mount, serve))
  const seed: Seed = { authorization, bundleSigner: service.uncompressed, letters: letters.port, issuer, subjects }
  return {
    port: server.port,
    statements,
    seed,
    close: async () => {
      await server.close()
      await close()
      await closeIssuer()
      letters.close()
    }
  }
}

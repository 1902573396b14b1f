import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { ApiTokens, type Principal, placeOfToken, Store, tokenOf } from "@countersign/core"
import { decodeHex } from "@countersign/wire"
import { Effect, Layer, Redacted } from "effect"
import { type StaticToken, staticTokens } from "./staticTokens.ts"

/**
 * The tokens of the configuration, and behind them those that calls have made. A user name of their shape costs one look
 * into the store and one comparison in constant time, whether such a token exists or not. Nothing is remembered between
 * calls, so that a deleted token ends at once on every node.
 */
export const apiTokens = (configured: ReadonlyArray<StaticToken>): Layer.Layer<ApiTokens, never, Store> => {
  // Nobody's digest: it has to be no secret's, and a random one is none.
  const nobody = randomBytes(32)
  const made = Layer.effect(
    ApiTokens,
    Effect.gen(function* () {
      const { authenticate } = yield* ApiTokens
      const store = yield* Store
      return ApiTokens.of({
        authenticate: Effect.fnUntraced(function* (credentials) {
          const known = yield* authenticate(credentials)
          const place = placeOfToken(credentials.id)
          if (known !== undefined || place === undefined) return known
          const token = yield* Effect.provideService(tokenOf(place), Store, store)
          const digest = createHash("sha256").update(Redacted.value(credentials.secret), "utf8").digest()
          const isRight = timingSafeEqual(digest, token === undefined ? nobody : decodeHex(token.secretSha256))
          if (!isRight || token === undefined) return undefined
          const principal: Principal = {
            tokenId: token.tokenId,
            environment: place.environment,
            scopes: token.permissions
          }
          return principal
        })
      })
    })
  )
  return made.pipe(Layer.provide(staticTokens(configured)))
}

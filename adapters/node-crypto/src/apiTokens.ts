import { randomBytes, timingSafeEqual } from "node:crypto"
import { ApiTokens, placeOfToken, Store, tokenOf } from "@countersign/core"
import { decodeHex } from "@countersign/wire"
import { Effect, Layer, Redacted } from "effect"
import { digestOf, judgeOf, type StaticToken } from "./staticTokens.ts"

/**
 * The tokens of the configuration, and behind them those that calls have made. A user name of their shape costs one look
 * into the store and one comparison in constant time, whether such a token exists or not. Nothing is remembered between
 * calls, so that a deleted token ends at once on every node.
 */
export const apiTokens = (configured: ReadonlyArray<StaticToken>): Layer.Layer<ApiTokens, never, Store> => {
  const judge = judgeOf(configured)
  // Nobody's digest: it has to be no secret's, and a random one is none.
  const nobody = randomBytes(32)
  return Layer.effect(
    ApiTokens,
    Effect.map(Store, (store) =>
      ApiTokens.of({
        authenticate: ({ id, secret }) =>
          Effect.suspend(() => {
            const digest = digestOf(Redacted.value(secret))
            const known = judge(id, digest)
            const place = placeOfToken(id)
            if (known !== undefined || place === undefined) return Effect.succeed(known)
            return Effect.map(Effect.provideService(tokenOf(place), Store, store), (token) => {
              const isRight = timingSafeEqual(digest, token === undefined ? nobody : decodeHex(token.secretSha256))
              if (!isRight || token === undefined) return undefined
              return { tokenId: token.tokenId, environment: place.environment, scopes: token.permissions }
            })
          })
      })
    )
  )
}

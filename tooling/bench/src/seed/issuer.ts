import { generateKeyPairSync } from "node:crypto"
import { listening } from "../server/listening.ts"
import type { Issuer } from "./Seed.ts"

/** An issuer whose key set is served on loopback. */
export const startIssuer = async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const jwks = JSON.stringify({
    keys: [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, use: "sig", alg: "RS256" }]
  })
  const { close, port } = await listening((_, response) => {
    response.setHeader("content-type", "application/json").end(jwks)
  })
  const issuer: Issuer = {
    issuer: "https://issuer.example.com",
    audience: "wallet-app",
    keyId: KEY_ID,
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString()
  }
  return { issuer, publicKey, jwksUri: `http://127.0.0.1:${port}/jwks`, close }
}

const KEY_ID = "bench-1"

import { optionsOf } from "@countersign/bench/ours/optionsOf"
import type { Issuer } from "@countersign/bench/seed/Seed"

/** An issuer that nobody asks: no race signs in. */
export const issuer: Issuer = {
  issuer: "https://issuer.example.com",
  audience: "wallet-app",
  keyId: "none",
  privateKey: ""
}

/** The service of every node. */
export const options = optionsOf({ issuer, jwksUri: "https://issuer.example.com/jwks" })

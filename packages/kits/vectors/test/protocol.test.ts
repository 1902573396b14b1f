import { readFileSync } from "node:fs"
import {
  canonicalJson,
  encodeHex,
  type Json,
  oidcNonce,
  publicKeyOf,
  seal,
  sealSessionSigningKey,
  sha256Hex,
  signStamp,
  uncompressedHex
} from "@countersign/wire"
import { expect, it } from "vitest"
import type { Fields } from "../src/index.ts"
import { cases } from "./committed.ts"

const page = readFileSync(new URL("../../../../docs/reference/protocol.md", import.meta.url), "utf8")

/** The rows of the page's last table: a name, and a value in code. */
const rows = page
  .slice(page.indexOf("## 13."))
  .split("\n")
  .flatMap((line) => {
    const [, name, value] = /^\| (.+) \| `([^`]+)` \|$/u.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })

const scalar = (byte: number) => new Uint8Array(32).fill(byte)
const digest = (value: Json) => sha256Hex(canonicalJson(value))

it("FC17: each known answer of the protocol page equals the computed value", async () => {
  const recipient = publicKeyOf(scalar(0x22))
  const ephemeralPrivateKey = scalar(0x11)
  const { ciphertext, enc } = await seal({ recipient, plaintext: scalar(0x33), ephemeralPrivateKey })
  const steps = cases.find(({ vector }) => vector.operation === "keySchedule" && vector.valid)?.vector
  const schedule: Fields = steps?.valid === true ? steps.value : {}
  const computed = [
    uncompressedHex(recipient),
    encodeHex(enc),
    schedule.sharedSecret,
    schedule.key,
    schedule.baseNonce,
    encodeHex(ciphertext),
    await sealSessionSigningKey({ privateKey: scalar(0x33), recipient, ephemeralPrivateKey }),
    oidcNonce(uncompressedHex(recipient)),
    digest({ b: 1, a: ["é", null] }),
    digest(null),
    signStamp("hello", scalar(0x22))
  ]
  expect(rows.map(([, value]) => value)).toEqual(computed)
})

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeHeapSnapshot } from "node:v8"
import { expect, it, vi } from "vitest"
import { type Needle, sieve, spellingsOf } from "../src/Recording.ts"
import { recordings } from "./recorded.ts"
import { replay } from "./replay.ts"
import { mintedKeys } from "./seededCrypto.ts"

vi.mock("@countersign/node-crypto", () => import("./seededCrypto.ts"))

/** All strings on the heap after a garbage collection. A snapshot of V8 does not include the bytes of typed arrays. */
const snapshot = (): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-heap-"))
  try {
    return readFileSync(writeHeapSnapshot(join(folder, "it.heapsnapshot")))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const needlesOf = (name: string, value: Uint8Array): ReadonlyArray<Needle> =>
  spellingsOf(value).map((bytes) => ({ name, bytes }))

it("K13: no private key that the service generated is on the heap as text, in any spelling", async () => {
  // No client of this test decrypts a key, so only the service can have created a text of it.
  for (const recording of recordings) await replay(recording, { name: "memory" })
  const planted = ["planted", "on", "the", "heap", String(mintedKeys.length)].join("-")
  const bytes = snapshot()
  const keys = mintedKeys.flatMap((key, at) => needlesOf(`minted key ${at}`, key))
  console.info(`${mintedKeys.length} keys, ${bytes.length} bytes of heap snapshot`)
  expect(mintedKeys.length).toBeGreaterThan(50)
  expect([...sieve([...keys, ...needlesOf(planted, Buffer.from(planted))])(bytes)]).toEqual([planted])
}, 3_600_000)

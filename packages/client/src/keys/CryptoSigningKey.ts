import { encodeStamp, encodeUtf8, fromPointBytes, type PublicKey, p1363ToDer } from "@countersign/wire"
import type { SigningKey } from "./SigningKey.ts"

/** A key inside the platform's WebCrypto. Nobody reads its private half, not even a script that runs in the page. */
export class CryptoSigningKey implements SigningKey {
  readonly publicKey: PublicKey
  #key: CryptoKey | undefined

  constructor(publicKey: PublicKey, key: CryptoKey) {
    this.publicKey = publicKey
    this.#key = key
  }

  /** The handle of the private half, to put into a database. */
  get handle(): CryptoKey {
    if (this.#key === undefined) throw new TypeError("The key of this session has been forgotten")
    return this.#key
  }

  async sign(payload: string): Promise<string> {
    const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, this.handle, encodeUtf8(payload).slice())
    return encodeStamp({ publicKey: this.publicKey, signature: p1363ToDer(new Uint8Array(raw)) })
  }

  forget(): void {
    this.#key = undefined
  }
}

export const generateCryptoKey = async (): Promise<CryptoSigningKey> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, false, ["sign"])
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))
  return new CryptoSigningKey(fromPointBytes(point), privateKey)
}

export const P256 = { name: "ECDSA", namedCurve: "P-256" }

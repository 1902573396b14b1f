import { hasWebCrypto, portableHpke, portableTextDecoder, useHpke, useTextDecoder } from "@countersign/wire"
import { gcm } from "@noble/ciphers/aes.js"
import type { ClientOptions } from "../createClient.ts"
import { type NativePasskeys, nativePasskeys } from "./nativePasskeys.ts"
import { type SecureStorage, secureKeyStore } from "./secureKeyStore.ts"

export {
  type NativePasskeys,
  type PasskeyCreation,
  PasskeyNotAllowedError,
  type PasskeyRequest
} from "./nativePasskeys.ts"
export { type SecureStorage, SecureStorageError } from "./secureKeyStore.ts"

/** The native modules of the app, and its relying party. */
export interface ReactNativeOptions {
  /** Stores session keys: the module `expo-secure-store`, or an object over another library. */
  readonly secureStorage: SecureStorage
  /** Creates passkeys and signs with them: the module `react-native-passkeys`, or an object over another library. */
  readonly passkeys?: NativePasskeys
  /** The relying party of the passkeys: the domain whose files name the app, "example.com". Required with `passkeys`. */
  readonly rpId?: string
  /**
   * Fills bytes from the secure random source of the device, as `getRandomValues` of `expo-crypto` does. Needed where the
   * app has no `crypto.getRandomValues`, which it then becomes.
   */
  readonly getRandomValues?: (bytes: Uint8Array) => unknown
}

/**
 * Returns the options of `createClient` on React Native: `createClient({ baseUrl, bundleSigner, ...reactNative(options) })`.
 *
 * Where the engine has no WebCrypto, keys sign and encrypt in JavaScript, in the whole app. Throws `TypeError` without a secure
 * random source, and for `passkeys` without `rpId`.
 */
export const reactNative = (
  options: ReactNativeOptions
): Required<Pick<ClientOptions, "keyStore">> & Pick<ClientOptions, "authenticators"> => {
  const { getRandomValues, passkeys, rpId, secureStorage } = options
  provideRandomValues(getRandomValues)
  // Polyfills of TextDecoder refuse the option `fatal`, or ignore it.
  useTextDecoder(portableTextDecoder)
  if (!hasWebCrypto()) useHpke(portableHpke(gcm))
  const keyStore = secureKeyStore(secureStorage)
  if (passkeys === undefined) return { keyStore }
  if (rpId === undefined) throw new TypeError("reactNative needs rpId for passkeys: the domain of their relying party")
  return { keyStore, authenticators: nativePasskeys(passkeys, rpId) }
}

/** Libraries of elliptic curves read the global function too, and blind their computations with it. */
const provideRandomValues = (given: ReactNativeOptions["getRandomValues"]): void => {
  const own: Partial<Crypto> | undefined = globalThis.crypto
  if (typeof own?.getRandomValues !== "function") {
    if (given === undefined) throw new TypeError(NO_RANDOM)
    const getRandomValues = <T extends Uint8Array>(bytes: T): T => {
      given(bytes)
      return bytes
    }
    const value = own === undefined ? { getRandomValues } : Object.assign(own, { getRandomValues })
    Object.defineProperty(globalThis, "crypto", { value, configurable: true, writable: true })
  }
  // A function that returns new bytes in place of filling these would give every user the same key.
  if (crypto.getRandomValues(new Uint8Array(32)).every((byte) => byte === 0)) throw new TypeError(NOT_FILLED)
}

const NO_RANDOM =
  'crypto.getRandomValues is missing. Import "react-native-get-random-values" first, or pass getRandomValues of expo-crypto to reactNative'
const NOT_FILLED = "getRandomValues did not fill its array. Pass getRandomValues of expo-crypto, not getRandomBytes"

import { decodeBase64Url } from "@countersign/wire"

/** Bytes of base64url in a buffer of their own, as the browser wants them. Throws `WireError`. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => decodeBase64Url(text).slice()

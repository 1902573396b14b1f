import { decodeBase64Url, decodeHex, decodeStamp, decodeUtf8, parseStrictJson, verifyStamp } from "@countersign/wire"

/** A value of JSON to look at: what is long and says nothing is shortened. */
export const shown = (value: unknown): string => JSON.stringify(value, (_, each) => shortened(each), 2) ?? ""

/** The body of a request to look at. */
export const shownText = (text: string): string => shown(read(text))

/** A stamp as its parts: who signed, how, and what came out. */
export const shownStamp = (header: string): string => shown(read(decodeUtf8(decodeBase64Url(header))))

/** Whether a stamp holds over a payload. The service looks at the same, and at whose key it is. */
export const holdsOver = (header: string, payload: string): boolean => verifyStamp(decodeStamp(header), payload)

/** A payload to look at, with the text that stands in it as hex read too. */
export const shownPayload = (payload: string): string =>
  JSON.stringify(read(payload), (name, each) => (name === "unsignedTransaction" ? readHex(each) : each), 2)

const read = (text: string): unknown => {
  try {
    return parseStrictJson(text)
  } catch {
    return text
  }
}

const readHex = (hex: unknown): unknown => {
  try {
    return read(decodeUtf8(decodeHex(String(hex))))
  } catch {
    return hex
  }
}

/** Sealed, signed and encoded texts mean nothing to a reader. Their beginning tells them apart. */
const shortened = (value: unknown): unknown =>
  typeof value === "string" && value.length > 72 && !value.includes(" ")
    ? `${value.slice(0, 24)}… (${value.length} characters)`
    : value

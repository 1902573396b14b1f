import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"

const segment = (value: unknown) => encodeBase64Url(encodeUtf8(JSON.stringify(value)))

/** An identity token as the sandbox accepts it: it verifies the claims, and no signature. */
export const unsignedToken = (subject: string, now: number, nonce?: string): string => {
  const iat = Math.floor(now / 1000)
  const claims = {
    iss: "https://accounts.google.com",
    aud: "app",
    sub: subject,
    iat,
    exp: iat + 600,
    ...(nonce && { nonce })
  }
  return `${segment({ alg: "RS256", typ: "JWT" })}.${segment(claims)}.${encodeBase64Url(encodeUtf8("unsigned"))}`
}

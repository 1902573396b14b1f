import { generateKeyPairSync, sign } from "node:crypto"

/** A self-signed certificate for 127.0.0.1 and a name, with its key. A test may trust it or not. */
export const certificate = (host = "localhost", address = [127, 0, 0, 1]) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(host)))))
  const names = sequence(tlv(0x82, Buffer.from(host)), tlv(0x87, Buffer.from(address)))
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    sequence(ECDSA_WITH_SHA256),
    name,
    sequence(tlv(0x17, Buffer.from("200101000000Z")), tlv(0x17, Buffer.from("491231235959Z"))),
    name,
    publicKey.export({ format: "der", type: "spki" }),
    tlv(0xa3, sequence(sequence(SUBJECT_ALT_NAME, tlv(0x04, names))))
  )
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]))
  const der = sequence(body, sequence(ECDSA_WITH_SHA256), signature)
  const lines = der.toString("base64").match(/.{1,64}/gu) ?? []
  return {
    key: privateKey.export({ format: "pem", type: "pkcs8" }),
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n")
  }
}

/** X.690: a tag, a length and the contents. */
const tlv = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: ReadonlyArray<Buffer>): Buffer => tlv(0x30, Buffer.concat(parts))

const COMMON_NAME = Buffer.from("0603550403", "hex")
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex")
const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex")

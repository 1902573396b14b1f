import type { Check, Fields } from "@countersign/vectors"
import {
  decodeHex,
  decodeUtf8,
  encodeHex,
  encodeUtf8,
  makeWalletExport,
  openWalletExport,
  publicKeyOf,
  seal,
  signP256,
  verifySignedBundle
} from "@countersign/wire"
import { envelope, envelopeOf } from "../envelope.ts"
import { type Group, valid, wrong } from "../Group.ts"
import { attacker, ephemeral, recipient, signer } from "../signing.ts"

/** A sealed mnemonic in a signed bundle. */
export const walletExport: Group = {
  name: "walletExport",
  about:
    "A wallet's mnemonic, sealed to the client's key inside a signed bundle: its data is JSON of encappedPublic (uncompressed point, hex), ciphertext (hex, tag included) and organizationId.",
  operations: {
    makeWalletExport: {
      says: "Seals the UTF-8 bytes of mnemonic with a fixed ephemeral key and signs the envelope. data is the signed JSON text.",
      run: async (input) => {
        const key = input.bytes("signerTestPrivateKey")
        const text = await makeWalletExport({
          mnemonic: input.text("mnemonic"),
          organizationId: input.text("organizationId"),
          recipient: input.key("recipient"),
          signer: publicKeyOf(key),
          sign: (bytes) => signP256(bytes, key),
          ephemeralPrivateKey: input.bytes("ephemeralTestPrivateKey")
        })
        return { data: decodeUtf8(verifySignedBundle(text, publicKeyOf(key))), text }
      }
    },
    openWalletExport: {
      says: "Reads the bundle that trustedSigner signed for organizationId, opens it with the recipient's scalar and returns the mnemonic.",
      run: async (input) => ({
        mnemonic: await openWalletExport({
          text: input.text("text"),
          trustedSigner: input.key("trustedSigner"),
          organizationId: input.text("organizationId"),
          recipientPrivateKey: input.bytes("recipientTestPrivateKey")
        })
      })
    }
  },
  cases: async () => {
    const data = await dataOf(encodeUtf8(MNEMONIC))
    const good = envelopeOf(data)
    const foreign = envelope(encodeUtf8(data), {
      dataSignature: encodeHex(attacker.sign(encodeUtf8(data))),
      enclaveQuorumPublic: attacker.uncompressed
    })
    const refused = (name: string, changed: Fields, check: Check, why: string) =>
      wrong(name, opening(good, changed), check, why)
    const shaped = ([name, text, why]: readonly [string, string, string]) =>
      refused(name, { text: envelopeOf(text) }, "BUNDLE_MALFORMED", why)
    const parts = await partsOf(encodeUtf8(MNEMONIC))
    const notText = envelopeOf(await dataOf(Uint8Array.of(0xff, 0xfe)))
    return {
      makeWalletExport: [
        valid("twelve words", making(MNEMONIC, "org_test"), { data, text: good }),
        valid("words outside ASCII", making("ábaco abdomen abeja", "org_test")),
        wrong(
          "a NUL in the organization",
          making(MNEMONIC, "org\u0000test"),
          "BUNDLE_MALFORMED",
          "A strict reader would refuse it."
        )
      ],
      openWalletExport: [
        valid("as it is made", opening(good, {}), { mnemonic: MNEMONIC }),
        valid("a further member", opening(envelopeOf(`${data.slice(0, -1)},"more":1}`), {}), {
          mnemonic: MNEMONIC
        }),
        refused(
          "another organization",
          { organizationId: "org_text" },
          "BUNDLE_ORGANIZATION_MISMATCH",
          "The export is for another organization."
        ),
        refused(
          "another recipient",
          { recipientTestPrivateKey: attacker.scalar },
          "OPEN_FAILED",
          "Sealed to another key."
        ),
        refused("sealed bytes that are no text", { text: notText }, "OPEN_FAILED", "A mnemonic is UTF-8."),
        refused(
          "a recipient's key of zero",
          { recipientTestPrivateKey: "00".repeat(32) },
          "SCALAR_INVALID",
          "From 1 to n - 1."
        ),
        refused(
          "the bundle of another signer",
          { text: foreign },
          "BUNDLE_SIGNER_UNTRUSTED",
          "The signature is valid, but its key is not trusted."
        ),
        refused(
          "an organization changed, the signature kept",
          {
            text: envelope(encodeUtf8(data), { data: encodeHex(encodeUtf8(data.replace("org_test", "org_text"))) }),
            organizationId: "org_text"
          },
          "BUNDLE_SIGNATURE_INVALID",
          "The signature covers the organization."
        ),
        ...[
          [
            "no organization, signed",
            JSON.stringify({ encappedPublic: parts.encappedPublic, ciphertext: parts.ciphertext }),
            "All three members."
          ],
          [
            "a compressed point, signed",
            JSON.stringify({ ...parts, encappedPublic: ephemeral.compressed, organizationId: "org_test" }),
            "Uncompressed here, unlike in a session key."
          ],
          [
            "a ciphertext in base64, signed",
            JSON.stringify({ ...parts, ciphertext: "q6urq6s=", organizationId: "org_test" }),
            "It is hex."
          ],
          [
            "an organization twice, signed",
            data.replace("{", '{"organizationId":"org_text",'),
            "Readers differ on which value they use."
          ],
          ["null, signed", "null", "An object."]
        ].map(([name = "", text = "", why = ""]) => shaped([name, text, why]))
      ]
    }
  }
}

const MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow"

const partsOf = async (plaintext: Uint8Array) => {
  const ephemeralPrivateKey = decodeHex(ephemeral.scalar)
  const sealed = await seal({ recipient: recipient.compressed, plaintext, ephemeralPrivateKey })
  return { encappedPublic: encodeHex(sealed.enc), ciphertext: encodeHex(sealed.ciphertext) }
}

const dataOf = async (plaintext: Uint8Array): Promise<string> =>
  JSON.stringify({ ...(await partsOf(plaintext)), organizationId: "org_test" })

const making = (mnemonic: string, organizationId: string): Fields => ({
  mnemonic,
  organizationId,
  recipient: recipient.compressed,
  signerTestPrivateKey: signer.scalar,
  ephemeralTestPrivateKey: ephemeral.scalar
})

const opening = (text: string, changed: Fields): Fields => ({
  text,
  trustedSigner: signer.compressed,
  organizationId: "org_test",
  recipientTestPrivateKey: recipient.scalar,
  ...changed
})

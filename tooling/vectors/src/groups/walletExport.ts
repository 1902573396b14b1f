import type { Check, Fields } from "@countersign/vectors"
import {
  decodeHex,
  decodeUtf8,
  encodeHex,
  encodeUtf8,
  makeWalletExport,
  openWalletExport,
  seal,
  verifySignedBundle
} from "@countersign/wire"
import { envelope, envelopeOf, foreign, UNTRUSTED } from "../envelope.ts"
import { type Group, valid, wrong } from "../Group.ts"
import { attacker, ephemeral, hexOf, RANGE, recipient, signer, signingOf, ZERO } from "../signing.ts"

export const walletExport: Group = {
  name: "walletExport",
  about:
    "A wallet's mnemonic, sealed to the client's key inside a signed bundle: its data is JSON of encappedPublic (uncompressed point, hex), ciphertext (hex, tag included) and organizationId.",
  operations: {
    makeWalletExport: {
      says: "Seals the UTF-8 bytes of mnemonic with a fixed ephemeral key and signs the envelope. data is the signed JSON text.",
      run: async (input) => {
        const signing = signingOf(input.bytes("signerTestPrivateKey"))
        const text = await makeWalletExport({
          mnemonic: input.text("mnemonic"),
          organizationId: input.text("organizationId"),
          recipient: input.key("recipient"),
          ...signing,
          ephemeralPrivateKey: input.bytes("ephemeralTestPrivateKey")
        })
        return { data: decodeUtf8(verifySignedBundle(text, signing.signer)), text }
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
    const refused = (name: string, changed: Fields, check: Check, why: string) =>
      wrong(name, opening(good, changed), check, why)
    const shaped = (name: string, text: string, why: string) =>
      refused(name, { text: envelopeOf(text) }, "BUNDLE_MALFORMED", why)
    const written = (changed: Fields) => JSON.stringify({ ...parts, ...changed, organizationId: "org_test" })
    const other = foreign(encodeUtf8(data))
    const moved = envelope(encodeUtf8(data), { data: hexOf(data.replace("org_test", "org_text")) })
    const parts = await partsOf(encodeUtf8(MNEMONIC))
    const further = envelopeOf(`${data.slice(0, -1)},"more":1}`)
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
        valid("a further member", opening(further, {}), { mnemonic: MNEMONIC }),
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
        refused("a recipient's key of zero", { recipientTestPrivateKey: ZERO }, "SCALAR_INVALID", RANGE),
        refused("the bundle of another signer", { text: other }, "BUNDLE_SIGNER_UNTRUSTED", UNTRUSTED),
        refused(
          "an organization changed, the signature kept",
          { text: moved, organizationId: "org_text" },
          "BUNDLE_SIGNATURE_INVALID",
          "The signature covers the organization."
        ),
        shaped("no organization, signed", JSON.stringify(parts), "All three members."),
        shaped(
          "a compressed point, signed",
          written({ encappedPublic: ephemeral.compressed }),
          "Uncompressed here, unlike in a session key."
        ),
        shaped("a ciphertext in base64, signed", written({ ciphertext: "q6urq6s=" }), "It is hex."),
        shaped(
          "an organization twice, signed",
          data.replace("{", '{"organizationId":"org_text",'),
          "Readers differ on which value they use."
        ),
        shaped("null, signed", "null", "An object.")
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

import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { vi } from "vitest"

const buffer = (text: string): ArrayBuffer => encodeUtf8(text).slice().buffer

class FakeAttestation {
  readonly clientDataJSON = buffer("client data of create")
  readonly attestationObject = buffer("attestation")
  getTransports = () => ["internal", "smart-card", "hybrid"]
}
class FakeAssertion {
  readonly clientDataJSON = buffer("client data of get")
  readonly authenticatorData = buffer("authenticator data")
  readonly signature = buffer("signature")
  readonly userHandle: ArrayBuffer | null = null
}
class FakeCredential {
  readonly rawId = buffer("a passkey")
  readonly response: FakeAttestation | FakeAssertion
  constructor(response: FakeAttestation | FakeAssertion) {
    this.response = response
  }
}

/** Stubs the browser's passkey API, and records the options that the authenticator was called with. */
export const stubBrowser = () => {
  const created: CredentialCreationOptions[] = []
  const asserted: CredentialRequestOptions[] = []
  const credentials = {
    create: async (options: CredentialCreationOptions): Promise<unknown> => {
      created.push(options)
      return new FakeCredential(new FakeAttestation())
    },
    get: async (options: CredentialRequestOptions): Promise<unknown> => {
      asserted.push(options)
      return new FakeCredential(new FakeAssertion())
    }
  }
  vi.stubGlobal("navigator", { credentials })
  vi.stubGlobal("location", { hostname: "app.example" })
  vi.stubGlobal("PublicKeyCredential", FakeCredential)
  vi.stubGlobal("AuthenticatorAttestationResponse", FakeAttestation)
  vi.stubGlobal("AuthenticatorAssertionResponse", FakeAssertion)
  return { created, asserted, credentials }
}

export const written = (text: string) => encodeBase64Url(encodeUtf8(text))

import type { Table } from "../Threat.ts"

export const authority: Table = {
  title: "Authority: an action without the signature it needs, or across an environment",
  rows: [
    {
      row: "FA1",
      attack: "A quote is signed, then either end of it changes before it is executed",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/executeQuote.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA2",
      attack: "A call of one environment does, delays or repeats the work of another",
      defence: "open: not defended yet",
      where: ["packages/countersign/src/workers.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA3",
      attack: "An API token alone deletes a customer whose wallet has credentials",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/deleteCustomer.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA4",
      attack: "An API token alone changes the email address that the next EMAIL_OTP credential uses",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/updateCustomer.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA5",
      attack: "An unauthenticated caller makes the server read and parse a body",
      defence: "open: not defended yet",
      where: ["packages/http/src/web/edge.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA6",
      attack: "A guard reads another path, method or body than the route it protects",
      defence: "open: not defended yet",
      where: ["packages/http/src/guards/hostCall.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA7",
      attack: "A second spelling of a path passes a rule of the host in front of the mount",
      defence: "open: not defended yet",
      where: ["packages/http/src/web/splitTarget.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA8",
      attack: "A webhook signature of one environment verifies under the key of another",
      defence:
        "the P-256 signature of webhooks uses a key derived for the platform and the mode; each environment publishes its own keys alone",
      where: ["packages/core/src/workflows/webhookHeaders.ts", "adapters/node-crypto/src/purposeKeys.ts"],
      notClaimed:
        "the P-256 signature covers the body alone, so its receiver compares the id and the time inside the body"
    },
    {
      row: "FA9",
      attack: "Anonymous calls through a guard fill the store or lock the owner out",
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/signedCall.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA10",
      attack: "A proof of possession is consumed again on a node whose clock is behind",
      defence:
        "the commit that consumes a proof is judged by the clock of the store: from the proof's expiry on it is refused on every node",
      where: ["packages/core/src/workflows/proveSession.ts"],
      notClaimed: "a store whose own clock jumps back"
    },
    {
      row: "FA11",
      attack: "An anonymous caller locks the owner of an EMAIL_OTP credential out",
      defence: "open: not defended yet",
      where: ["packages/core/src/credentials/kinds/email-otp/EmailOtp.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA12",
      attack: "A signature made for one purpose is accepted for another",
      defence: "a key per purpose, derived from the service key by HKDF; the port has no key without a purpose",
      where: ["adapters/node-crypto/src/purposeKeys.ts", "packages/core/src/ports/ServiceKey.ts"],
      notClaimed: "all keys follow from one secret: the service key gives them all"
    },
    {
      row: "FA13",
      attack: "One identity token registers on two accounts",
      defence: "the first leg of a registration consumes the token, guarded by its age at the clock of the store",
      where: ["packages/core/src/credentials/kinds/OAUTH.ts", "packages/core/src/workflows/addCredential.ts"],
      notClaimed: "two tokens that an issuer makes for one person: one identity may be registered on several accounts"
    },
    {
      row: "FA14",
      attack: "Sandbox code is loaded where every token is a production token",
      defence: "open: not defended yet",
      where: ["packages/countersign/src/ports.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    }
  ]
}

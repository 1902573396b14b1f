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
      defence:
        "a signed retry wherever a wallet of the customer has a credential; erasure without the user is a call of the host alone, with a reason, a receipt and a notice",
      where: ["packages/core/src/workflows/deleteCustomer.ts", "packages/tools/src/authority/tokenPowers.ts"],
      notClaimed: "a customer whose wallets have no credential, and a host program that erases without need"
    },
    {
      row: "FA4",
      attack: "An API token alone changes the email address that the next EMAIL_OTP credential uses",
      defence:
        "signed wherever a wallet of the customer has any credential; both addresses are notified; the client compares the address in the payload",
      where: [
        "packages/core/src/workflows/updateCustomer.ts",
        "packages/core/src/ports/noticeMails.ts",
        "packages/client/src/operations/customers.ts"
      ],
      notClaimed: "the first address of a customer whose wallets have no credential; that anybody reads the old address"
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
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/webhookHeaders.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
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
      defence: "open: not defended yet",
      where: ["packages/core/src/workflows/proveSession.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA11",
      attack: "An anonymous caller locks the owner of an EMAIL_OTP credential out",
      defence:
        "one lock of 30 minutes; from then until a right code the codes have 65 bits and wrong answers lock nothing; a session of another credential lifts the lock",
      where: [
        "packages/core/src/credentials/kinds/email-otp/EmailOtp.ts",
        "packages/core/src/credentials/kinds/email-otp/challenge.ts",
        "packages/core/src/credentials/kinds/email-otp/codeTerms.ts"
      ],
      notClaimed:
        "callers who request codes at will: a newer code replaces an older one, and the limits of O9 are shared"
    },
    {
      row: "FA12",
      attack: "A signature made for one purpose is accepted for another",
      defence: "open: not defended yet",
      where: ["adapters/node-crypto/src/nodeServiceKey.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FA13",
      attack: "One identity token registers on two accounts",
      defence: "open: not defended yet",
      where: ["packages/core/src/credentials/kinds/OAUTH.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
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

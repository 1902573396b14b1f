import type { Table } from "../Threat.ts"

export const authority: Table = {
  title: "Authority: an action without the signature it needs, or across an environment",
  rows: [
    {
      row: "FA1",
      attack: "A quote is signed, then either end of it changes before it is executed",
      defence:
        "dynamic linking: the signed text names payee, account and amounts, and contains a digest of source and destination; the commit compares it and returns 409 when one of them differs; the client shows the terms before it signs",
      where: [
        "packages/core/src/operations/payments/quotePayload.ts",
        "packages/core/src/operations/payments/executeQuote.ts",
        "packages/core/src/rules/payments/SignedTerms.ts",
        "packages/client/src/operations/executeQuote.ts"
      ],
      notClaimed: "a payee that the platform named wrongly before it created the quote; the owner of a UMA address"
    },
    {
      row: "FA2",
      attack: "A call in one environment executes, delays or repeats the work of another",
      defence:
        "moving the clock claims due records of its own environment only, in a separate fiber with the wired services; faults and time are decorators around the sandbox ports",
      where: [
        "packages/sandbox/src/clock/advanceClock.ts",
        "packages/sandbox/src/clock/sandboxClockControl.ts",
        "packages/sandbox/src/faults/sandboxFaults.ts"
      ],
      notClaimed: "CPU time: environments of one process share its cores"
    },
    {
      row: "FA3",
      attack: "An API token alone deletes a customer whose wallet has credentials",
      defence:
        "the server requires a signed retry when a wallet of the customer has a credential; only the host's own program can erase a customer without a signature, with a reason, a receipt and a notice",
      where: ["packages/core/src/operations/customers/delete.ts", "tooling/checks/src/authority/tokenPowers.ts"],
      notClaimed: "a customer whose wallets have no credential; a host program that erases without need"
    },
    {
      row: "FA4",
      attack: "An API token alone changes the email address that the next EMAIL_OTP credential uses",
      defence:
        "the server requires a signature when a wallet of the customer has a credential; both addresses are notified; the client compares the address in the payload",
      where: [
        "packages/core/src/operations/customers/update.ts",
        "packages/core/src/ports/Mailer.ts",
        "packages/client/src/createClient.ts"
      ],
      notClaimed: "the first address of a customer whose wallets have no credential; that the old address is in use"
    },
    {
      row: "FA5",
      attack: "An unauthenticated caller makes the server read and parse a body",
      defence:
        "the server authenticates and rate-limits the caller from headers alone and reads the body afterwards, so a 401 reads no body; a body above 64 KiB is a 413",
      where: ["packages/http/src/server/run.ts", "packages/http/src/node/request.ts"],
      notClaimed:
        "the body that a body parser in front of the mount reads; the bytes that Node discards to reuse a connection"
    },
    {
      row: "FA6",
      attack: "A guard reads another path, method or body than the route it protects",
      defence:
        "guards and mounts return 400 for a target that is not in normal form; guards reject a body of GET or HEAD, and a body that another parser has consumed, on HTTP/1.1 and HTTP/2",
      where: [
        "packages/http/src/message/target.ts",
        "packages/http/src/node/request.ts",
        "packages/http/src/node/bridge.ts",
        "packages/http/src/guards/hostCall.ts"
      ],
      notClaimed: "a host that rewrites the target between the guard and the route"
    },
    {
      row: "FA7",
      attack: "A second spelling of a path bypasses a rule of the host in front of the mount",
      defence:
        "each path has one spelling: the mount returns 400 for dot segments, empty segments, backslashes, fragments and unnecessary escapes",
      where: ["packages/http/src/message/target.ts", "packages/http/src/webHandler.ts"],
      notClaimed: "rules of a proxy that forwards a target in another spelling"
    },
    {
      row: "FA8",
      attack: "A webhook signature of one environment verifies under the key of another",
      defence:
        "the P-256 signature of webhooks uses a key derived for the platform and the mode; each environment publishes only its own keys",
      where: ["packages/core/src/operations/webhooks/webhookHeaders.ts", "adapters/node-crypto/src/purposeKeys.ts"],
      notClaimed:
        "the P-256 signature covers only the body, so its receiver compares the id and the time inside the body"
    },
    {
      row: "FA9",
      attack: "Anonymous calls through a guard fill the store or lock the owner out",
      defence:
        "a pending request stores a digest of its body and at most 4 KiB of payload and path; first calls are rate-limited for each caller that the host names",
      where: [
        "packages/core/src/operations/signed-requests/signedCall.ts",
        "packages/core/src/operations/signed-requests/pendingRequest.ts"
      ],
      notClaimed:
        "authentication of the caller, which the host does in front of the guard; without a named caller all calls share the limit of the account"
    },
    {
      row: "FA10",
      attack: "A proof of possession is consumed again on a node whose clock is behind",
      defence:
        "the store's clock decides the commit that consumes a proof: from the proof's expiry on, every node rejects it",
      where: ["packages/core/src/operations/sessions/prove.ts"],
      notClaimed: "a store whose own clock jumps back"
    },
    {
      row: "FA11",
      attack: "An anonymous caller locks the owner of an EMAIL_OTP credential out",
      defence:
        "one lock of 30 minutes; after it, until a correct code, codes have 65 bits and wrong codes do not lock the credential; a session of another credential lifts the lock",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
        "packages/core/src/rules/credentials/kinds/EMAIL_OTP.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts"
      ],
      notClaimed:
        "callers that request codes at will: a newer code replaces an older one, and the limits of O9 are shared"
    },
    {
      row: "FA12",
      attack: "A signature made for one purpose is accepted for another",
      defence:
        "each purpose has its own key, derived from the service key by HKDF; the port provides no key without a purpose",
      where: ["adapters/node-crypto/src/purposeKeys.ts", "packages/core/src/ports/ServiceKey.ts"],
      notClaimed: "a leaked service key: all derived keys follow from it"
    },
    {
      row: "FA13",
      attack: "One identity token registers on two accounts",
      defence: "the first leg of a registration consumes the token, and the store's clock checks the age of the token",
      where: ["packages/core/src/rules/credentials/kinds/OAUTH.ts", "packages/core/src/operations/credentials/add.ts"],
      notClaimed: "two tokens that an issuer creates for one person: one identity may be registered on several accounts"
    },
    {
      row: "FA14",
      attack: "Sandbox code is loaded although every token is a production token",
      defence: "one module imports the sandbox, and it is loaded only when a sandbox token is configured",
      where: ["packages/countersign/src/ports.ts", "packages/countersign/src/sandboxPorts.ts"],
      notClaimed: "a process whose host imports @countersign/sandbox itself"
    }
  ]
}

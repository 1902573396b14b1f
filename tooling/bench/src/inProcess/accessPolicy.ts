import { type AccessPolicy, explainAccess } from "@countersign/core"

/** A policy of 20 rules that all cover payments, with limits of 20 currencies. */
const policy: AccessPolicy = {
  sessions: { credentialTypes: ["OAUTH", "PASSKEY"] },
  operations: Array.from({ length: 20 }, (_, nth) => ({
    operations: ["PAY"] as const,
    credentialTypes: ["OAUTH", "PASSKEY"] as const,
    maxSessionAgeSeconds: 300 + nth,
    above: { currency: "USDC", amount: nth }
  })),
  payments: {
    limits: Array.from({ length: 20 }, (_, nth) => ({
      currency: nth === 19 ? "USDC" : `XX${String.fromCharCode(65 + nth)}`,
      perPayment: 1e9,
      perDay: 1e9
    })),
    destinationMinAgeSeconds: 86_400
  }
}

const call = {
  operation: "PAY",
  credentialType: "PASSKEY",
  sessionAge: 299_000,
  amount: 1000,
  currency: "USDC",
  destinationAge: 86_400_000,
  paidToday: 1000
} as const

/** Microseconds of one evaluation of a payment by a policy of 20 rules, after `calls` warm-up evaluations. */
export const policyMicros = (calls = 20_000): number => {
  const run = () => {
    for (let nth = 0; nth < calls; nth += 1) explainAccess(policy, call)
  }
  run()
  const began = performance.now()
  run()
  return ((performance.now() - began) * 1000) / calls
}

import { type AccessPolicy, explainAccess } from "@countersign/core"
import { cpuMeter } from "./meters.ts"

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

/** Microseconds of CPU of one evaluation of a payment by a policy of 20 rules, after as many to warm up. */
export const policyMicros = async (calls: number): Promise<number> => {
  const { meter, micros } = cpuMeter()
  const batch = async () => {
    for (let nth = 0; nth < calls; nth += 1) explainAccess(policy, call)
  }
  await batch()
  await meter(batch)
  return micros() / calls
}

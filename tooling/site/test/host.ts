import { createClient } from "@countersign/client"
import { createCountersign } from "countersign"

/** A host as it compiles against what is published: the test reads it with the oldest TypeScript that is supported. */
export const signedIn = async (credentialId: string): Promise<string> => {
  const countersign = createCountersign({ policy: { sessionLifetime: 600_000 } })
  const client = createClient({ baseUrl: "https://wallet.example", bundleSigner: countersign.bundleSigner })
  const session = await client.emailOtp.login({ credentialId, code: () => "000000" })
  await countersign.close()
  return session.type
}

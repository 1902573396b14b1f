import { smtpMailer } from "@countersign/smtp"
import { createCountersign, secretDigest } from "countersign"
import { memoryStore } from "countersign/effect"

const { ACME_SECRET, SERVICE_KEY, SMTP_URL, VAULT_KEY } = process.env
const mailer = smtpMailer({
  url: SMTP_URL, // smtps://acme:password@smtp.acme.example
  from: "Acme <login@acme.example>",
  report: (fault) => console.warn(fault.message)
})
const countersign = createCountersign({
  tokens: [
    {
      id: "acme-live",
      secretSha256: secretDigest(ACME_SECRET),
      platformId: "acme",
      mode: "production"
    }
  ],
  keys: { vault: VAULT_KEY, service: SERVICE_KEY },
  store: memoryStore, // to try it; in production PostgreSQL
  mailer
})

const wallet = countersign.api.in({ platformId: "acme", mode: "production" })
const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
const { data: [account] } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
const [credential] = await wallet.credentials.list(account.id)
await wallet.credentials.challenge(credential.id)
await new Promise((mailed) => setTimeout(mailed, 1000))
await countersign.close()
mailer.close()
import * as EmailOtp from "../credentials/kinds/email-otp/EmailOtp.ts"
import * as Customer from "../customers/Customer.ts"
import * as Delivery from "../events/Event.ts"
import * as ExternalAccount from "../external-accounts/Status.ts"
import * as InternalAccount from "../internal-accounts/InternalAccount.ts"
import { toMarkdownTable, toMermaid } from "../machine/diagram.ts"
import type { Drawn } from "../machine/Machine.ts"
import * as PaymentMoney from "../payments/moves.ts"
import * as Transaction from "../payments/Transaction.ts"
import * as Session from "../sessions/Session.ts"
import * as SignedRequest from "../signed-requests/SignedRequest.ts"
import * as CustomerVerification from "../verifications/CustomerVerification.ts"

const printed = (machine: Drawn) => ({
  name: machine.name,
  begins: [machine.begins],
  states: machine.states,
  edges: machine.edges,
  mermaid: toMermaid(machine),
  table: toMarkdownTable(machine)
})

/** Every state machine, printed from the table it runs on. */
export const machines = [
  SignedRequest.machine,
  Session.machine,
  EmailOtp.machine,
  ExternalAccount.machine,
  Transaction.machine,
  PaymentMoney.machine,
  Customer.machine,
  CustomerVerification.machine,
  InternalAccount.machine,
  Delivery.machine
].map((machine: Drawn) => printed(machine))

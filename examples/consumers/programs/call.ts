import { createCountersign } from "countersign"
import { customersCreateCustomer, customersListCustomers, customersReadCustomer } from "./generated"
import { createClient } from "./generated/client"
import type { paths } from "./schema"

const countersign = createCountersign()
const { id = "", secret = "" } = countersign.sandboxToken ?? {}
const client = createClient({
  baseUrl: "http://countersign.test/2025-10-13",
  headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
  fetch: async (input, init) => countersign.handler(new Request(input, init))
})

// Both generators read the same document, so a response of one client is accepted as a request of the other.
type NewCustomer = paths["/customers"]["post"]["requestBody"]["content"]["application/json"]
const body: NewCustomer = { customerType: "INDIVIDUAL", email: "ada@example.com" }
await customersCreateCustomer({ client, body })
const { data } = await customersListCustomers({ client })
console.log(data?.data.map(({ customerType }) => customerType))

// The status of an error narrows its codes.
const unknown = "Customer:00000000-0000-7000-8000-000000000000"
const { error } = await customersReadCustomer({ client, path: { id: unknown } })
type Missing = paths["/customers/{id}"]["get"]["responses"][404]["content"]["application/json"]["code"]
const missing: Missing = "USER_NOT_FOUND"
console.log(error?.code === missing, error?.status)
await countersign.close()
